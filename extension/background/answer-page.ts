import { assertNever } from '../../shared/lib/assert-never.ts';
import { isMade } from '../messages/made-conversation-id.ts';
import type {
  ObservedTurn,
  PageAnswers,
  PageMessage,
  PageState,
} from '../messages/page-messages.ts';
import type { PageMessageOf } from './background.ts';
import type { ConductorLink } from './conductor-link/conductor-link.ts';
import type { Pairing } from './conductor-link/pairing.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { PageDirectory } from './runtime/page-directory.ts';
import type { PageReports } from './runtime/page-reports.ts';
import { checkShare } from './storage/outbox-share.ts';
import { type Change, metaOf, type RowStore, type View } from './storage/row-store.ts';

export interface PageContext {
  readonly store: RowStore;
  readonly directory: Pick<PageDirectory, 'pages'>;
  readonly delivery: Delivery;
  readonly reports: PageReports;
  readonly pairing: Pairing;
  readonly link: Pick<ConductorLink, 'tell'>;
  /** A person switched the site off. */
  readonly isOff: (platform: string) => boolean;
  /** A page showed its state, whether it counts or not. */
  readonly shown: (tabId: number) => void;
  /** Runs once the changes that a page showed are durable. */
  readonly changed: () => void;
}

/** Answers what a tab's page tells, once that is durable. */
export async function answerPage<K extends PageMessage['kind']>(
  context: PageContext,
  tabId: number,
  message: PageMessageOf<K>,
): Promise<PageAnswers[K]>;
export async function answerPage(
  context: PageContext,
  tabId: number,
  message: PageMessage,
): Promise<PageAnswers[PageMessage['kind']]> {
  const { store, delivery, reports, pairing, link, isOff } = context;
  switch (message.kind) {
    case 'page.state':
      return seen(context, tabId, message.state);
    case 'page.reply':
      if (isOff(message.reply.platform)) return { stored: true };
      checkShare(store.view, message.reply.platform);
      await delivery.reply(tabId, message.reply);
      return { stored: true };
    case 'page.progress': {
      const { kind: _kind, ...progress } = message;
      if (!isOff(progress.platform)) link.tell({ type: 'reply.progress', ...progress });
      return { heard: true };
    }
    case 'page.turn': {
      const { turn } = message;
      if (isOff(turn.platform)) return { stored: true };
      checkShare(store.view, turn.platform);
      await store.step((view) => ({ change: turnObserved(view, turn), answer: null }));
      return { stored: true };
    }
    case 'page.captured':
      if (!isOff(message.platform)) await reports.captured(message);
      return { stored: true };
    case 'attempt.progress': {
      const { attempt_id, progress } = message;
      const { go } = await delivery.progress(tabId, attempt_id, progress);
      if (progress.step === 'failed' && progress.code === 'missing_credential') {
        await reports.loginLost(tabId);
      }
      return { stored: true, go };
    }
    case 'pairing.meet':
      return { known: pairing.knows(message.conductor_url) };
    case 'pairing.offer': {
      const { conductor_url, code } = message;
      return pairing.offer({ conductor_url, code });
    }
    default:
      return assertNever(message);
  }
}

async function seen(
  { store, directory, reports, isOff, shown, changed }: PageContext,
  tabId: number,
  state: PageState,
): Promise<PageAnswers['page.state']> {
  shown(tabId);
  const known = () => ({ stored: true, hmac_key: metaOf(store.view).hmac_key }) as const;
  if (isOff(state.platform)) return { ...known(), off: true };
  if (isTaken(directory.pages, tabId, state)) return { ...known(), off: false, taken: true };
  await reports.state(tabId, state);
  changed();
  return { ...known(), off: false };
}

/**
 * A tab that is duplicated has what its page kept, and goes its own way from there: under the same id of ours, a message
 * could go to whichever chat the other one shows by then.
 */
function isTaken(
  pages: PageDirectory['pages'],
  tabId: number,
  { platform, remote_conversation_id: id }: PageState,
): boolean {
  if (id === null || !isMade(id)) return false; // guard: made-id-once
  return [...pages].some(
    ([other, state]) =>
      other !== tabId && state.platform === platform && state.remote_conversation_id === id,
  );
}

/** The conductor knows a turn by its id: told twice after a crash, it counts once. Without a conductor nobody is told. */
function turnObserved(view: View, turn: ObservedTurn): Change {
  if (metaOf(view).pairing === null) return {};
  return { send: [{ type: 'browser.user_turn', ...turn, aliases: [...turn.aliases] }] };
}
