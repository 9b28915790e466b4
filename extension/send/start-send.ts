import browser from 'webextension-polyfill';

import { findElement } from '../look/find-element.ts';
import type { Destination, SendAnswers, SendMessage } from '../messages/send-messages.ts';
import { localise } from '../words/localise.ts';
import { word } from '../words/words.ts';
import { renderDestinations } from './render-destinations.ts';

/** Wires the page on which a person chooses where a marked text goes: one click, and it is gone. */
export function startSend(): void {
  localise(document);
  document.title = word('send_title');
  const text = findElement(document, '#text', HTMLElement);
  const sought = findElement(document, '#sought', HTMLInputElement);
  const list = findElement(document, '#list', HTMLElement);
  const outcome = findElement(document, '#outcome', HTMLElement);
  let all: readonly Destination[] = [];

  const show = (): void => {
    const count = renderDestinations(list, all, sought.value);
    outcome.textContent = count === 0 && !sought.disabled ? word('send_none') : '';
  };

  async function load(): Promise<void> {
    const text_id = Number(new URLSearchParams(location.search).get('text')) || 0;
    const given = await ask({ kind: 'send.ask', text_id });
    if (given.text === null) {
      sought.disabled = true;
      outcome.textContent = word('send_lost');
      return;
    }
    text.textContent = given.text;
    all = given.destinations;
    show();
    sought.focus();
  }

  async function send(index: number): Promise<void> {
    const to = all[index];
    if (to === undefined) return;
    const { platform, remote_conversation_id } = to;
    for (const button of list.querySelectorAll('button')) button.disabled = true;
    const message = { platform, remote_conversation_id, text: text.textContent };
    const { ok } = await ask({ kind: 'send.to', ...message });
    if (ok) window.close();
    outcome.textContent = word(ok ? 'send_done' : 'send_unpaired');
  }

  sought.addEventListener('input', show);
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button !== null) send(Number(button.dataset['index'])).catch(reportError);
  });
  load().catch(reportError);
}

function ask<K extends SendMessage['kind']>(
  message: Extract<SendMessage, { kind: K }>,
): Promise<SendAnswers[K]> {
  return browser.runtime.sendMessage(message);
}
