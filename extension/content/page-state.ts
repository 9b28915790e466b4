import type { PageProblem, PageState } from '../messages/page-messages.ts';
import type { Platform } from '../platforms/platform.ts';
import type { AskedElsewhere } from './asked-elsewhere.ts';
import { alertIn } from './alert-in.ts';
import type { Composer } from './composer.ts';
import type { ConversationTracker } from './conversation-tracker.ts';
import type { SelfCheck } from './self-check.ts';

const MAX_TITLE_LENGTH = 2_000;
const MAX_ADDRESS_LENGTH = 8_192;

export interface Surroundings {
  readonly platform: Platform;
  readonly tracker: ConversationTracker;
  readonly composer: Composer;
  readonly selfCheck: SelfCheck;
  readonly elsewhere: Pick<AskedElsewhere, 'origins'>;
  isTyping(): boolean;
  /** A person showed the page around. */
  isTaught(): boolean;
  /** The page has had time to show everything it is going to. */
  isSettled(): boolean;
}

/** Returns the current state of the page. */
export function pageState(around: Surroundings): PageState {
  const { platform, tracker, composer, elsewhere } = around;
  const { unreadFor } = around.selfCheck;
  const { remoteConversationId, aliases } = tracker.place;
  const problem = problemOf(around);
  const found = composer.find() !== null;
  return {
    platform: platform.platformOf(new URL(location.href)),
    remote_conversation_id: remoteConversationId,
    aliases,
    ...(tracker.isBegunByHand && { by_hand: true }),
    title: pageTitle(),
    url: location.href.slice(0, MAX_ADDRESS_LENGTH),
    ready: problem === null && found,
    draft: around.isTyping() || composer.hasDraft(),
    problem,
    checks: around.selfCheck.checks(found ? 'ok' : around.isSettled() ? 'failed' : 'unknown'),
    ...(elsewhere.origins.length > 0 && { asks_at: elsewhere.origins }),
    ...(unreadFor !== null && { unread: unreadFor }),
    ...(around.isTaught() && { taught: true }),
  };
}

/** None where an element of that name stands in its place, as the words of a chat can bring about. */
export function pageTitle(): string {
  const title: unknown = document.title;
  return typeof title === 'string' ? title.slice(0, MAX_TITLE_LENGTH) : '';
}

/**
 * A human check, a page that says why there is nothing to write in, or an adapter that no longer fits: that is told with
 * what was sought, and with nothing of the page.
 */
function problemOf(around: Surroundings): PageProblem | null {
  const { platform, composer, selfCheck } = around;
  const { challenge, composer: selectors } = platform.selectors;
  const mark = challenge.find((selector) => document.querySelector(selector) !== null);
  const found = composer.find() !== null;
  if (mark !== undefined && !found) {
    return { code: 'challenge_required', text: `The page shows a human check (${mark}).` };
  }
  const { drift } = selfCheck;
  if (drift !== null) return { code: 'adapter_drift', text: drift };
  if (found || !around.isSettled()) return null;
  const words = selectors.length === 0 ? alertIn(document) : null;
  if (words !== null) {
    return { code: 'send_refused', text: `The page has no text field, and says: ${words}` };
  }
  const sought = selectors.length === 0 ? 'a text field' : selectors.join(', ');
  return { code: 'adapter_drift', text: `The composer was not found: ${sought}` };
}
