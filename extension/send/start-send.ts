import browser from 'webextension-polyfill';

import { seenOf } from '../../shared/lib/visible-text.ts';
import { findElement } from '../ui/find-element.ts';
import {
  type Destination,
  MAX_MESSAGE_LENGTH,
  type SendAnswers,
  type SendMessage,
} from '../messages/send-messages.ts';
import { localise } from '../i18n/localise.ts';
import { counted, word } from '../i18n/words.ts';
import { renderDestinations } from './render-destinations.ts';

/** Wires the page on which a person reads a marked text over, says where it goes, and may take it back for a moment. */
export function startSend(): void {
  localise(document);
  document.title = word('send_title');
  const text = findElement(document, '#text', HTMLTextAreaElement);
  const sought = findElement(document, '#sought', HTMLInputElement);
  const list = findElement(document, '#list', HTMLElement);
  const sendButton = findElement(document, '#send', HTMLButtonElement);
  const undoButton = findElement(document, '#undo', HTMLButtonElement);
  const outcome = findElement(document, '#outcome', HTMLElement);
  let all: readonly Destination[] = [];
  let chosen: number | null = null;
  /** What is on its way, and may be taken back. */
  let holdId: string | null = null;

  function show(): void {
    const count = renderDestinations(list, all, sought.value, chosen);
    if (holdId === null)
      outcome.textContent = count === 0 && !text.disabled ? word('send_none') : '';
    showSend();
  }

  function showSend(): void {
    const isOnItsWay = holdId !== null;
    for (const part of [text, sought, ...list.querySelectorAll('button')])
      part.disabled = isOnItsWay;
    sendButton.disabled = isOnItsWay || chosen === null || text.value.trim() === '';
    undoButton.hidden = !isOnItsWay;
  }

  async function load(): Promise<void> {
    const text_id = Number(new URLSearchParams(location.search).get('text')) || 0;
    const given = await ask({ kind: 'send.ask', text_id });
    if (given.text === null) {
      for (const part of [text, sought]) part.disabled = true;
      outcome.textContent = word('send_lost');
      return;
    }
    // What is read over is what goes out.
    const seen = seenOf(given.text);
    text.value = seen.text;
    const note = findElement(document, '#hidden', HTMLElement);
    note.textContent = seen.hidden === 0 ? '' : counted('send_hidden', seen.hidden);
    text.maxLength = MAX_MESSAGE_LENGTH;
    all = given.destinations;
    const { to } = given;
    const index = all.findIndex(
      (one) =>
        one.platform === to?.platform && one.remote_conversation_id === to.remote_conversation_id,
    );
    chosen = index === -1 ? null : index;
    show();
    (chosen === null ? sought : sendButton).focus();
  }

  async function send({ platform, remote_conversation_id }: Destination): Promise<void> {
    const hold_id = crypto.randomUUID();
    holdId = hold_id;
    outcome.textContent = word('send_holds');
    showSend();
    undoButton.focus();
    const message = { platform, remote_conversation_id, text: text.value, hold_id };
    try {
      const { outcome: what } = await ask({ kind: 'send.to', ...message });
      outcome.textContent = word(`send_${what}`);
      if (what === 'sent') return window.close();
    } catch {
      outcome.textContent = word('send_broken'); // The background died with it.
    }
    holdId = null;
    showSend();
  }

  text.addEventListener('input', showSend);
  sought.addEventListener('input', show);
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    chosen = Number(button.dataset['index']);
    show();
    sendButton.focus();
  });
  sendButton.addEventListener('click', () => {
    const to = chosen === null ? undefined : all[chosen];
    if (to !== undefined) send(to).catch(reportError);
  });
  undoButton.addEventListener('click', () => {
    if (holdId !== null) ask({ kind: 'send.undo', hold_id: holdId }).catch(reportError);
  });
  load().catch(reportError);
}

function ask<K extends SendMessage['kind']>(
  message: Extract<SendMessage, { kind: K }>,
): Promise<SendAnswers[K]> {
  return browser.runtime.sendMessage(message);
}
