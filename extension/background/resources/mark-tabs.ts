import { metaOf } from '../storage/row-store.ts';
import type { HeldResource } from '../storage/tables.ts';
import type { ResourceContext } from './resource-context.ts';
import type { TabMark } from './resource-tabs.ts';
import { originNow } from './origin-now.ts';

/** Keeps what a person sees of the tabs at work as they stand: in the tab strip, and in the pages themselves. */
export interface TabMarks {
  /** Rows may have changed. */
  refresh(): void;
  /** The tab shows another document, which bears no mark. */
  loaded(tabId: number): void;
}

export function createTabMarks(context: ResourceContext): TabMarks {
  const { store, tabs, fault } = context;
  /** Mark of each tab, as text to compare; lost with the background, and then drawn again. */
  const borne = new Map<number, { readonly mark: string; readonly callId: string | null }>();
  let last: Promise<unknown> = Promise.resolve();

  function refresh(): void {
    const held = [...store.view.held.values()].flatMap((row) =>
      row.tab_id === null ? [] : [[row.tab_id, row] as const],
    );
    for (const [tabId, row] of held) {
      const mark = markOf(row);
      const before = borne.get(tabId);
      const now = { mark: JSON.stringify(mark), callId: begunIn(row.resource_id) };
      // A call that begins says again who works here; one that ends changes nothing.
      const isSaid = now.callId === null || now.callId === before?.callId;
      if (isSaid && now.mark === before?.mark) continue;
      borne.set(tabId, now);
      draw(tabId, row, mark);
    }
    const still = new Set(held.map(([tabId]) => tabId));
    for (const tabId of borne.keys()) {
      if (still.has(tabId)) continue;
      borne.delete(tabId);
      draw(tabId, null, null);
    }
  }

  function begunIn(resourceId: string): string | null {
    const rows = [...store.view.calls.values()];
    const begun = rows.find((row) => row.resource_id === resourceId && row.state === 'begun');
    return begun?.call_id ?? null;
  }

  function draw(tabId: number, row: HeldResource | null, mark: TabMark | null): void {
    last = last
      .then(async () => {
        const state = row === null ? null : await tabs.state(tabId);
        // Into a page that no chat may read comes nothing of ours.
        const isSeen = row === null || originNow(context, row, state?.url ?? null, 'read') !== null;
        await tabs.mark(tabId, mark, isSeen);
      })
      .catch(fault);
  }

  function markOf(row: HeldResource): TabMark {
    const { chat_session_id, kind, stopped, title } = row;
    const chats = [...store.view.conversations.values()];
    const chat = chats.find(({ state }) => state?.local_conversation_id === chat_session_id);
    const isStopped = metaOf(store.view).work_stopped === true || stopped === true;
    const beside = [...store.view.held.values()].find(
      (other) =>
        other !== row &&
        other.kind === 'opened' &&
        other.tab_id !== null &&
        other.chat_session_id === chat_session_id,
    );
    return {
      title: chat?.state?.title ?? title ?? null,
      isStopped,
      // A lent tab stays where its person has it.
      group: kind === 'opened' ? { beside: beside?.tab_id ?? null } : null,
    };
  }

  return {
    refresh,
    loaded(tabId) {
      borne.delete(tabId);
      refresh();
    },
  };
}
