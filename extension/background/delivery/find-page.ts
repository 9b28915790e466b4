import type { PageProblem, PageState } from '../../messages/page-messages.ts';
import { idsOf, runtimeOf } from '../runtime/conversation-ids.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { urlsOf } from '../runtime/site-urls.ts';
import { isUnsettled } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** How long a page may take to load far enough to be used. */
const LOAD_LIMIT_MS = 60_000;
/** A tab that is there but silent may be reloading; after this long another is opened. */
export const RELOAD_LIMIT_MS = 10_000;
/** Pages that vanish while they are waited for are looked for anew this often. */
const MAX_ROUNDS = 3;

/** A page that can serve, or why there is none. */
export type FoundPage =
  | { readonly kind: 'page'; readonly tabId: number }
  /** Every page of the conversation holds a person's draft. */
  | { readonly kind: 'draft' }
  /** Where it can be mended by loading the page anew, the page says so when it is asked. */
  | { readonly kind: 'problem'; readonly tabId: number; readonly problem: PageProblem }
  /** None is there, and none could be opened. */
  | { readonly kind: 'none' };

/** Purpose for which a page is needed, and its limits. */
export interface PageNeed {
  /** `send` needs a page free of drafts; `look` touches nothing and takes any. */
  readonly purpose: 'send' | 'look';
  /** Tabs that were tried for this and gave no answer. */
  readonly tried: ReadonlySet<number>;
  /** May a tab be opened where there is none? */
  readonly mayOpen: boolean;
}

type Pages = readonly (readonly [number, PageState])[];

/** A page that can serve the attempt's conversation, opened in the background if there is none. */
export async function findPage(
  context: DeliveryContext,
  row: DeliveryAttempt,
  need: PageNeed,
): Promise<FoundPage> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await meetKnownTabs(context, row, need.tried);
    if (pagesFor(context, row, need.tried).length === 0) await whenReloaded(context, row, need);
    const found = await choose(context, row, need);
    if (found !== null) return found;
    if (pagesFor(context, row, need.tried).length === 0) {
      return need.mayOpen ? openPage(context, row, need) : { kind: 'none' };
    }
    if (!(await whenAnyIsUsable(context, row, need))) break;
  }
  return { kind: 'none' };
}

function pagesFor(
  context: DeliveryContext,
  row: DeliveryAttempt,
  tried: ReadonlySet<number>,
): Pages {
  return context.directory
    .serving(row.platform, idsOf(context.store.view, row))
    .filter(([tabId]) => !tried.has(tabId));
}

/** A background that woke knows tabs from its journal only: it asks them who they are. */
async function meetKnownTabs(
  { store, directory }: DeliveryContext,
  row: DeliveryAttempt,
  tried: ReadonlySet<number>,
): Promise<void> {
  const known = runtimeOf(store.view, row)?.last_seen_tab_ids ?? [];
  const strangers = known.filter((tabId) => !directory.pages.has(tabId) && !tried.has(tabId));
  await Promise.all(
    strangers.map(async (tabId) => {
      const state = await directory.ask(tabId, { kind: 'page.identify' });
      if (state !== null) directory.saw(tabId, state);
    }),
  );
}

async function whenReloaded(
  context: DeliveryContext,
  row: DeliveryAttempt,
  { tried }: PageNeed,
): Promise<void> {
  const known = runtimeOf(context.store.view, row)?.last_seen_tab_ids ?? [];
  const there = await Promise.all(
    known.map(async (tabId) => !tried.has(tabId) && (await context.tabs.exists(tabId))),
  );
  if (!there.includes(true)) return;
  await context.directory.until(
    () => (pagesFor(context, row, tried).length > 0 ? true : null),
    RELOAD_LIMIT_MS,
  );
}

/** Null: nothing can be said before a page has loaded. */
async function choose(
  context: DeliveryContext,
  row: DeliveryAttempt,
  { purpose, tried }: PageNeed,
): Promise<FoundPage | null> {
  const pages = pagesFor(context, row, tried);
  const working = pages.filter(([, state]) => state.ready && state.problem === null);
  const free = working.filter(
    ([tabId, state]) => purpose === 'look' || (!state.draft && !context.clearing.has(tabId)),
  );
  const tabId = await leastInTheWay(context, free);
  if (tabId !== null) return { kind: 'page', tabId };
  if (working.some(([, state]) => state.draft)) return { kind: 'draft' };
  for (const [troubled, { problem }] of pages) {
    if (problem !== null) return { kind: 'problem', tabId: troubled, problem };
  }
  return null;
}

/** Rather a tab the person is not looking at. */
async function leastInTheWay({ tabs }: DeliveryContext, pages: Pages): Promise<number | null> {
  for (const [tabId] of pages) {
    if (!(await tabs.isActive(tabId))) return tabId;
  }
  return pages[0]?.[0] ?? null;
}

async function whenAnyIsUsable(
  context: DeliveryContext,
  row: DeliveryAttempt,
  need: PageNeed,
): Promise<boolean> {
  const usable = await context.directory.until(() => {
    const pages = pagesFor(context, row, need.tried);
    const settled = pages.some(
      ([tabId, state]) =>
        state.problem !== null ||
        (state.ready && (need.purpose === 'look' || !context.clearing.has(tabId))),
    );
    return settled || pages.length === 0 ? true : null;
  }, LOAD_LIMIT_MS);
  return usable ?? false;
}

async function openPage(
  context: DeliveryContext,
  row: DeliveryAttempt,
  need: PageNeed,
): Promise<FoundPage> {
  const { directory, store } = context;
  // A blank page shows nothing of what may have been begun: only the page it was begun in does.
  if (need.purpose === 'look' && isBegunHere(context, row)) return { kind: 'none' };
  const opening = await tabStillOpening(context, row, need);
  const isToBegin = opening === null && isBegunHere(context, row);
  const blank = isToBegin ? await blankPage(context, row, need) : null;
  if (blank !== null) return { kind: 'page', tabId: blank };
  const tabId = opening ?? (await openTab(context, row));
  if (tabId === null) return { kind: 'none' };
  const ids = idsOf(store.view, row);
  const serves = ({ platform, remote_conversation_id: id, aliases }: PageState): boolean => {
    if (platform !== row.platform) return false;
    // A blank page is where one is begun.
    if (id === null) return isBegunHere(context, row) && aliases.length === 0;
    return ids.has(id) || aliases.some((alias) => ids.has(alias));
  };
  const state = await directory.until(() => {
    const seen = directory.pages.get(tabId);
    if (seen === undefined) return null;
    return seen.problem !== null || (seen.ready && serves(seen)) ? seen : null;
  }, LOAD_LIMIT_MS);
  if (state === null) return { kind: 'none' };
  if (state.problem !== null) return { kind: 'problem', tabId, problem: state.problem };
  if (state.draft && need.purpose === 'send') return { kind: 'draft' };
  return { kind: 'page', tabId };
}

/**
 * A page that waits where conversations begin, behind others: as good as a new one, and better where it has shown how
 * it sends.
 */
async function blankPage(
  context: DeliveryContext,
  row: DeliveryAttempt,
  { tried }: PageNeed,
): Promise<number | null> {
  const { directory, routes, tabs, clearing } = context;
  const url = routes.newConversationUrl(row.platform, urlsOf(context, row.platform));
  if (url === null) return null;
  for (const [tabId, state] of directory.pages) {
    const isBlank = state.remote_conversation_id === null && state.aliases.length === 0;
    const isFree = state.ready && state.problem === null && !state.draft && !clearing.has(tabId);
    const isThere = state.platform === row.platform && isSamePage(state.url, url);
    if (!isBlank || !isFree || !isThere || tried.has(tabId)) continue;
    if (!isTaken(context, tabId) && (await tabs.isSpare(tabId))) return tabId;
  }
  return null;
}

/** Another attempt begins its conversation there. */
function isTaken({ store }: DeliveryContext, tabId: number): boolean {
  return [...store.view.attempts.values()].some(
    (row) => isUnsettled(row) && (row.diagnostic_tab_id === tabId || row.opened_tab_id === tabId),
  );
}

/** To the letter: a query may ask for a chat that is not kept. */
function isSamePage(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

async function tabStillOpening(
  { tabs }: DeliveryContext,
  row: DeliveryAttempt,
  { tried }: PageNeed,
): Promise<number | null> {
  const tabId = row.opened_tab_id;
  return tabId !== null && !tried.has(tabId) && (await tabs.exists(tabId)) ? tabId : null;
}

/** The attempt is to begin its conversation, and no page has shown that it did. */
function isBegunHere({ store }: Pick<DeliveryContext, 'store'>, row: DeliveryAttempt): boolean {
  return row.start_new && runtimeOf(store.view, row) === null;
}

/** Where a page of the conversation can be opened; null: a page that is closed is found by nobody again. */
export function addressOf(
  { store, routes }: Pick<DeliveryContext, 'store' | 'routes'>,
  row: DeliveryAttempt,
): string | null {
  const known = runtimeOf(store.view, row)?.last_seen_page_urls ?? [];
  return routes.conversationUrl(row.platform, idsOf(store.view, row), known);
}

async function openTab(context: DeliveryContext, row: DeliveryAttempt): Promise<number | null> {
  const { store, routes, tabs } = context;
  const url = isBegunHere({ store }, row)
    ? routes.newConversationUrl(row.platform, urlsOf(context, row.platform))
    : addressOf(context, row);
  if (url === null) return null;
  const tabId = await tabs.open(url).catch(() => null);
  if (tabId === null) return null;
  await store.step((view) => {
    const current = view.attempts.get(row.attempt_id);
    // Not a new revision: whatever was decided about the attempt stays right.
    const attempts = current === undefined ? [] : [{ ...current, opened_tab_id: tabId }];
    return { change: { put: { attempts } }, answer: null };
  });
  return tabId;
}
