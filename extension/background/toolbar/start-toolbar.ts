import browser, { type Menus, type Tabs } from 'webextension-polyfill';

import { assertNever } from '../../../shared/lib/assert-never.ts';
import {
  type Destination,
  MAX_MESSAGE_LENGTH,
  type SendAnswers,
  type SendMessage,
} from '../../messages/send-messages.ts';
import { counted, word } from '../../i18n/words.ts';
import type { Background } from '../background.ts';
import { BAD, badgeOf, GOOD } from './badge.ts';
import { createHeldSends } from './held-sends.ts';
import { markedText } from './marked-text.ts';
import { choiceOf, createSendMenu } from './send-menu.ts';
import { createToolbar } from './toolbar.ts';

/** Changes come in bursts: what follows within this time is shown with the first. */
const GATHER_MS = 100;
const MAX_HELD_TEXTS = 20;
const SEND_PAGE = '/send.html';

/** Answers the page that lets a person choose a conversation. */
export type AnswerSend = (message: SendMessage) => Promise<SendAnswers[SendMessage['kind']]>;

/**
 * The button's badge, the keys and the context menu. Called in the first tick, as its listeners must be there when a
 * service worker starts for an event.
 */
export function startToolbar(ready: Promise<Background>): AnswerSend {
  const toolbar = createToolbar();
  const menu = createSendMenu();
  /** Texts on their way to the page that asks where to send them. They are on no disk, and die with the background. */
  const held = new Map<number, { readonly text: string; readonly to: Destination | null }>();
  const sends = createHeldSends();
  let lastId = 0;

  ready.then((background) => {
    let gathering = false;
    const show = (): void => {
      gathering = false;
      toolbar.show(badgeOf(background.alerts()));
      menu.show(background.destinations());
    };
    background.onChange(() => {
      if (gathering) return;
      gathering = true;
      setTimeout(show, GATHER_MS);
    });
    show();
  }, reportError);

  browser.contextMenus.onClicked.addListener((info, tab) => {
    clicked(info, tab).catch(reportError);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    pressed(command, tab).catch(reportError);
  });

  async function clicked(info: Menus.OnClickData, tab: Tabs.Tab | undefined): Promise<void> {
    const choice = choiceOf(info.menuItemId);
    if (choice === null) return;
    const text = await markedText(info, tab?.id ?? null);
    if (text.length > MAX_MESSAGE_LENGTH) return say(false, word('send_too_long'));
    held.set(++lastId, { text, to: choice === 'choose' ? null : choice.to });
    held.delete(lastId - MAX_HELD_TEXTS);
    const url = browser.runtime.getURL(`${SEND_PAGE}?text=${lastId}`);
    await browser.windows.create({ url, type: 'popup', width: 460, height: 600 });
  }

  async function pressed(command: string, tab: Tabs.Tab | undefined): Promise<void> {
    const background = await ready;
    switch (command) {
      case 'pause-conversation': {
        const isAsked = (await background.pause({ tabId: tab?.id ?? -1 })) > 0;
        return say(isAsked, word(isAsked ? 'paused_here' : 'paused_nothing_here'));
      }
      case 'pause-all': {
        const count = await background.pause('all');
        return say(true, count > 0 ? counted('paused_all', count) : word('paused_nothing'));
      }
    }
  }

  function tell(isTaken: boolean): void {
    say(isTaken, word(isTaken ? 'send_sent' : 'send_unpaired'));
  }

  function say(isGood: boolean, title: string): void {
    toolbar.flash({ text: isGood ? '✓' : '✗', color: isGood ? GOOD : BAD, title });
  }

  return async (message) => {
    const background = await ready;
    switch (message.kind) {
      case 'send.ask': {
        const { text = null, to = null } = held.get(message.text_id) ?? {};
        return { text, to, destinations: background.destinations() };
      }
      case 'send.undo':
        return { undone: sends.undo(message.hold_id) };
      case 'send.to': {
        const outcome = await sends.hold(message.hold_id, () =>
          background.sendText(message, message.text),
        );
        if (outcome !== 'undone') tell(outcome === 'sent');
        return { outcome };
      }
      default:
        return assertNever(message);
    }
  };
}
