import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { HeldResource } from '../storage/tables.ts';
import { type CallEnd, failed } from '../../page-work/call-end.ts';
import { heldAs, nextDriverId, ownWindows } from './offer-tabs.ts';
import type { ResourceContext } from './resource-context.ts';
import type { Loading } from './resource-tabs.ts';
import { notGranted, originNow } from './origin-now.ts';

type Call = FrameOf<'tool.call'>;

const BLANK = 'about:blank';

/** Opens a tab for the chat. What it leads to is looked at only where the chat may look. */
export async function ensureTab(context: ResourceContext, call: Call): Promise<CallEnd> {
  const { store, tabs } = context;
  const { url = BLANK } = call.args as { url?: string };
  const { chat_session_id, resource_id } = call;
  const known = store.view.held.get(resource_id);
  if (known !== undefined) {
    const there = { loaded: () => Promise.resolve(true) };
    return told(context, known, call, there);
  }
  if (
    url !== BLANK &&
    originNow(context, { chat_session_id, lent_origin: null }, url, 'read') === null
  )
    return notGranted(context, url, 'read');
  const driver_id = nextDriverId(store.view);
  const windows = call.work_window === 'own' ? ownWindows(store.view) : null;
  const { tabId, windowId, loaded } = await tabs.open(url, windows);
  const opened = {
    tab_id: tabId,
    chat_session_id,
    kind: 'opened',
    lent_origin: null,
    ...(windowId !== null && { own_window: windowId }),
  } as const;
  const held = heldAs(resource_id, opened, driver_id);
  await store.step(() => ({ change: { put: { held: [held] } }, answer: null }));
  if (url === BLANK) {
    const page = { url: BLANK, title: '', doc: null };
    return { ok: true, result: { url: BLANK, title: '', driver_id }, page, origins: [] };
  }
  return told(context, held, call, { loaded });
}

export async function navigate(
  context: ResourceContext,
  held: HeldResource,
  call: Call,
): Promise<CallEnd> {
  const { tabs } = context;
  const { url, to = 'reload' } = call.args as { url?: string; to?: 'back' | 'forward' | 'reload' };
  if (url !== undefined && originNow(context, held, url, 'read') === null)
    return notGranted(context, url, 'read');
  if (held.tab_id === null) return failed('resource_closed', 'Its tab was closed.');
  let loading: Loading;
  try {
    loading = await tabs.go(held.tab_id, url === undefined ? { to } : { url });
  } catch (error) {
    return failed('navigation_failed', String(error));
  }
  return told(context, held, call, loading);
}

/** Where it led to: a page of another origin is left alone, and its address is not told. */
async function told(
  context: ResourceContext,
  held: HeldResource,
  call: Call,
  { loaded }: Loading,
): Promise<CallEnd> {
  const { tabs } = context;
  if (held.tab_id === null) return failed('resource_closed', 'Its tab was closed.');
  const isLoaded = await loaded(Math.max(1_000, call.deadline_ms - 2_000));
  const state = await tabs.state(held.tab_id);
  if (state === null) return failed('resource_closed', 'Its tab was closed.');
  const origin = originNow(context, held, state.url, 'read');
  // guard: redirect-stops
  if (origin === null || state.url === null) return notGranted(context, state.url, 'read');
  const page = { url: state.url, title: state.title ?? '', doc: null };
  if (!isLoaded) return failed('navigation_timeout', 'It has not loaded in time.', page);
  const result = { url: page.url, title: page.title, driver_id: held.driver_id };
  return { ok: true, result, page, origins: [origin] };
}
