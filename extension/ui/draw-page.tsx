import { type ComponentChild, render } from 'preact';
import browser from 'webextension-polyfill';

import { language } from '../i18n/words.ts';
import { type Ask, AskProvider } from './ask.ts';

const ask: Ask = (message) => browser.runtime.sendMessage(message);

/** Draws a page of the extension, whose parts may ask the background. */
export function drawPage(page: ComponentChild, title = 'Baton'): void {
  document.documentElement.lang = language();
  document.title = title;
  render(<AskProvider value={ask}>{page}</AskProvider>, document.body);
}
