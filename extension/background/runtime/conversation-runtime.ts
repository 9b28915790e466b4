import type { RuntimeEntry } from '../../../shared/protocol/index.ts';
import type { PageState } from '../../messages/page-messages.ts';
import type { ConversationRuntime, CredentialBinding } from '../storage/tables.ts';

const MAX_ALIASES = 16;
const MAX_PAGE_URLS = 5;
/** A runtime that changed in nothing but its time is written again after this long. */
const SEEN_AGAIN_AFTER_MS = 10 * 60_000;

/** Known facts of a conversation at one moment: earlier rows (two, if two ids turn out to be one) and pages. */
export interface RuntimeEvidence {
  readonly earlier: readonly ConversationRuntime[];
  readonly pages: readonly (readonly [number, PageState])[];
  readonly binding: CredentialBinding | undefined;
  /** The id the conversation is called by now; the others become aliases. */
  readonly named: { readonly platform: string; readonly remote_conversation_id: string };
  /** Tabs of which it is known that they show something else, or nothing. */
  readonly lostTabIds: ReadonlySet<number>;
  readonly runtimeKey: string;
  /** A person switched its site off. */
  readonly isOff: boolean;
  readonly now: number;
}

/** The row that says which pages can serve a conversation now, rebuilt from what is known of it. */
export function conversationRuntime(evidence: RuntimeEvidence): ConversationRuntime {
  const { earlier, pages, named, now } = evidence;
  const id = named.remote_conversation_id;
  const aliases = new Set([
    ...earlier.flatMap((row) => [row.remote_conversation_id, ...row.aliases]),
    ...pages.flatMap(([, state]) => [...state.aliases, state.remote_conversation_id ?? id]),
  ]);
  aliases.delete(id);
  const tabIds = new Set([
    ...pages.map(([tabId]) => tabId),
    ...earlier.flatMap((row) => row.last_seen_tab_ids),
  ]);
  const urls = new Set([
    ...pages.map(([, state]) => state.url),
    ...earlier.flatMap((row) => row.last_seen_page_urls),
  ]);
  const isByHand = [...earlier, ...pages.map(([, state]) => state)].some(({ by_hand }) => by_hand);
  return {
    runtime_key: evidence.runtimeKey,
    platform: named.platform,
    remote_conversation_id: id,
    aliases: [...aliases].slice(-MAX_ALIASES),
    ...(isByHand && { by_hand: true }),
    title: pages.find(([, state]) => state.title !== '')?.[1].title ?? earlier[0]?.title ?? null,
    last_seen_tab_ids: [...tabIds].filter((tabId) => !evidence.lostTabIds.has(tabId)),
    last_seen_page_urls: [...urls].slice(0, MAX_PAGE_URLS),
    last_seen_at: pages.length > 0 ? now : (earlier[0]?.last_seen_at ?? now),
    runtime_status: statusOf(pages, urls.size > 0 && !evidence.isOff, evidence.binding),
  };
}

/**
 * `stale` can be served too: a page has to be opened or to finish loading first. A human check or a changed site
 * stays `stale`, so that a delivery fails under the code that tells the person what to do.
 */
function statusOf(
  pages: RuntimeEvidence['pages'],
  hasAddress: boolean,
  binding: CredentialBinding | undefined,
): ConversationRuntime['runtime_status'] {
  if (binding?.freshness === 'lost') return 'missing_credential';
  if (pages.some(([, state]) => state.ready && state.problem === null)) return 'ready';
  return hasAddress ? 'stale' : 'missing_route';
}

/** False while nothing has changed but when it was seen, and that was written a short time ago. */
export function isWorthWriting(
  before: ConversationRuntime | undefined,
  after: ConversationRuntime,
): boolean {
  if (before === undefined) return true;
  if (after.last_seen_at - before.last_seen_at >= SEEN_AGAIN_AFTER_MS) return true;
  return (
    JSON.stringify({ ...before, last_seen_at: 0 }) !== JSON.stringify({ ...after, last_seen_at: 0 })
  );
}

/** Returns the runtime as it is reported to the conductor: no tab, no address. */
export function runtimeEntry(
  runtime: ConversationRuntime,
  binding: CredentialBinding | undefined,
): RuntimeEntry {
  return {
    platform: runtime.platform,
    remote_conversation_id: runtime.remote_conversation_id,
    aliases: [...runtime.aliases],
    ...(runtime.by_hand && { by_hand: true }),
    runtime_status: runtime.runtime_status,
    title: runtime.title,
    credential_fingerprint: binding?.credential_fingerprint ?? null,
    freshness: binding?.freshness ?? null,
    // No page tells yet whose it is: all of a platform count as one account, the careful way.
    account_fingerprint: null,
  };
}
