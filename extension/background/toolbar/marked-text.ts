import browser, { type Menus } from 'webextension-polyfill';

import { markedAsOpened } from './marked-as-opened.ts';

/**
 * Returns the text that a person has selected, with its line breaks: the menu's own text has none in Chromium, and is
 * cut to 16,384 characters in Firefox. Where no script may run (a store's page, a PDF), or the page has selected another
 * text since the menu opened, the menu's text is used.
 */
export async function markedText(info: Menus.OnClickData, tabId: number | null): Promise<string> {
  const given = info.selectionText ?? '';
  if (tabId === null) return given;
  try {
    const frameIds = [info.frameId ?? 0];
    const [found] = await browser.scripting.executeScript({
      target: { tabId, frameIds },
      func: readSelection,
    });
    return markedAsOpened(found?.result, given);
  } catch {
    return given; // It may not look there.
  }
}

/** Runs in the page, by its source alone: nothing of this file is there. */
function readSelection(): string {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    const { selectionStart: start, selectionEnd: end } = field;
    if (start !== null && end !== null && start < end) return field.value.slice(start, end);
  }
  return getSelection()?.toString() ?? '';
}
