import { conversationKey } from '../../../shared/model/conversation-key.ts';
import type { RuntimeEntry } from '../../../shared/protocol/index.ts';
import type { PageState } from '../../messages/page-messages.ts';
import type { Change, UnsentFrame, View } from '../storage/row-store.ts';
import type { ConversationRuntime, CredentialBinding } from '../storage/tables.ts';
import type { NamedConversation } from './conversation-ids.ts';
import { isSwitchedOff } from './switched-sites.ts';
import { oldestToForget } from './oldest-to-forget.ts';
import { conversationRuntime, isWorthWriting, runtimeEntry } from './conversation-runtime.ts';

/** The most entries one report may hold. */
const MAX_REPORTED = 1_000;
/** Maximum length of the report's JSON, in characters: a thousand chat names of full length would not fit a frame. */
const MAX_REPORT_LENGTH = 1_000_000;

export interface RuntimeInput {
  readonly pages: ReadonlyMap<number, PageState>;
  /** Conversations something was learned about. */
  readonly touched: readonly NamedConversation[];
  /** Tabs that show something else by now, or are closed. */
  readonly goneTabIds: readonly number[];
  /** A binding that changes in the same step. */
  readonly binding: CredentialBinding | null;
  /** While the link is down nothing is reported: each welcome is followed by the whole list. */
  readonly report: boolean;
  /** Platforms where conversations can be begun; `news`: they differ from what the conductor was last told. */
  readonly startable: { readonly platforms: readonly string[]; readonly news: boolean };
  readonly now: number;
}

/** Brings the rows of the touched conversations in line with the pages, and reports the rows whose entry has changed. */
export function recordRuntimes(view: View, input: RuntimeInput): Change {
  const bindingOf = (platform: string): CredentialBinding | undefined =>
    input.binding?.platform === platform ? input.binding : view.bindings.get(platform);
  const put: ConversationRuntime[] = [];
  const remove: string[] = [];
  const entries: RuntimeEntry[] = [];
  const done = new Set<string>();

  for (const touched of everyTouched(view, input)) {
    const earlier = rowsOf(view, touched, input.pages);
    const named = currentName(earlier, touched, input.pages);
    const runtimeKey = conversationKey(named);
    if (done.has(runtimeKey)) continue;
    done.add(runtimeKey);
    const pages = pagesOf(input.pages, named, earlier);
    const binding = bindingOf(named.platform);
    const lostTabIds = new Set(input.goneTabIds);
    for (const tabId of input.pages.keys()) {
      if (!pages.some(([serving]) => serving === tabId)) lostTabIds.add(tabId);
    }
    const after = conversationRuntime({
      earlier,
      pages,
      binding,
      named,
      lostTabIds,
      runtimeKey,
      isOff: isSwitchedOff(view, named.platform),
      now: input.now,
    });
    const before = view.runtimes.get(runtimeKey);
    remove.push(
      ...earlier.map((row) => row.runtime_key).filter((key) => key !== after.runtime_key),
    );
    if (isWorthWriting(before, after)) put.push(after);
    const entry = runtimeEntry(after, binding);
    const told = before && runtimeEntry(before, view.bindings.get(named.platform));
    if (JSON.stringify(entry) !== JSON.stringify(told)) entries.push(entry);
  }

  const crowded = oldestToForget(view, put);
  return {
    put: { runtimes: put, ...(input.binding !== null && { bindings: [input.binding] }) },
    remove: { ...crowded, runtimes: [...remove, ...(crowded.runtimes ?? [])] },
    send:
      input.report && (entries.length > 0 || input.startable.news)
        ? inReports(entries).map((some) => reportOf(some, false, input.startable.platforms))
        : [],
  };
}

/** A changed login touches all conversations of its site: as many reports as it takes, and one where there are none. */
function inReports(entries: readonly RuntimeEntry[]): RuntimeEntry[][] {
  const reports: RuntimeEntry[][] = [[]];
  let length = 0;
  for (const entry of entries) {
    const its = JSON.stringify(entry).length;
    // guard: report-fits-frame
    if (reports.at(-1)?.length === MAX_REPORTED || length + its > MAX_REPORT_LENGTH) {
      reports.push([]);
      length = 0;
    }
    reports.at(-1)?.push(entry);
    length += its;
  }
  return reports;
}

/**
 * All this browser can do, as it is told after each welcome: of too many conversations those that were seen last. The first
 * report replaces what was known; what does not fit into it, the others add.
 */
export function wholeReport(view: View, startable: readonly string[]): UnsentFrame[] {
  const newestFirst = [...view.runtimes.values()].toSorted(
    (a, b) => b.last_seen_at - a.last_seen_at,
  );
  const entries = newestFirst
    .slice(0, MAX_REPORTED)
    .map((runtime) => runtimeEntry(runtime, view.bindings.get(runtime.platform)));
  return inReports(entries).map((some, at) => reportOf(some, at === 0, startable));
}

/** The most platforms a report may name. */
const MAX_STARTABLE = 100;

function reportOf(
  runtimes: RuntimeEntry[],
  complete: boolean,
  startable: readonly string[],
): UnsentFrame {
  const startable_platforms = startable.slice(0, MAX_STARTABLE);
  return { type: 'runtime.report', complete, runtimes, startable_platforms };
}

/** A changed login touches every conversation of its platform. */
function everyTouched(view: View, input: RuntimeInput): readonly NamedConversation[] {
  const { binding } = input;
  if (binding === null) return input.touched;
  const sharing = [...view.runtimes.values()].filter((row) => row.platform === binding.platform);
  return [...input.touched, ...sharing];
}

/** The rows that are this conversation: by its id, by an alias of theirs, or by one its pages tell. */
function rowsOf(
  view: View,
  { platform, remote_conversation_id: id }: NamedConversation,
  pages: ReadonlyMap<number, PageState>,
): readonly ConversationRuntime[] {
  const ids = new Set([id]);
  for (const state of pages.values()) {
    if (state.platform === platform && state.remote_conversation_id === id) {
      for (const alias of state.aliases) ids.add(alias);
    }
  }
  return [...view.runtimes.values()].filter(
    (row) =>
      row.platform === platform &&
      (ids.has(row.remote_conversation_id) || row.aliases.some((alias) => alias === id)),
  );
}

/** Asked by an earlier id, the conversation keeps the name it has moved on to. */
function currentName(
  rows: readonly ConversationRuntime[],
  touched: NamedConversation,
  pages: ReadonlyMap<number, PageState>,
): NamedConversation {
  const { platform, remote_conversation_id: id } = touched;
  const renamed =
    rows.find((row) => row.aliases.includes(id))?.remote_conversation_id ??
    [...pages.values()].find((state) => state.platform === platform && state.aliases.includes(id))
      ?.remote_conversation_id;
  return { platform, remote_conversation_id: renamed ?? id };
}

function pagesOf(
  pages: ReadonlyMap<number, PageState>,
  named: NamedConversation,
  rows: readonly ConversationRuntime[],
): (readonly [number, PageState])[] {
  const ids = new Set([
    named.remote_conversation_id,
    ...rows.flatMap((row) => [row.remote_conversation_id, ...row.aliases]),
  ]);
  return [...pages].filter(
    ([, state]) =>
      state.platform === named.platform &&
      state.remote_conversation_id !== null &&
      ids.has(state.remote_conversation_id),
  );
}
