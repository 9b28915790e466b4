import type { ShimReport, ShownDialog } from '../../page/dialog-shim.ts';
import type { HeldResource } from '../storage/tables.ts';
import { offerTab, ownWindows } from './offer-tabs.ts';
import { type ResourceContext, secretsOf } from './resource-context.ts';
import { originNow } from './origin-now.ts';

/** Maximum of windows followed per act; for the others the result only says that there were some. */
const MAX_FOLLOWED = 3;
const MAX_TOLD = 20;
const MAX_MESSAGE = 500;
const NAMED_WITHIN_MS = 2_000;
const LOOK_MS = 100;

/** A window that a page opened. */
interface OpenedWindow {
  readonly url: string;
  /** Name of the resource, once the window works for the same chat. */
  readonly resource?: string;
  /** The chat may not work there, so it was not opened. */
  readonly not_allowed?: true;
}

/** Side effects of a page that a result reports. */
export interface Doings {
  readonly dialogs?: readonly ShownDialog[];
  readonly opened?: readonly OpenedWindow[];
}

/** Tells what the page asked and opened during a call, and opens for the chat what it may have. `links`: pressed ones. */
export async function doingsOf(
  context: ResourceContext,
  held: HeldResource,
  links: readonly string[],
): Promise<Doings> {
  const { tab_id: tabId, kind } = held;
  // In a lent tab the person answers, and sees, all of it.
  if (tabId === null || kind === 'lent') return {};
  const reports = (await context.tabs.takeShim(tabId)).map(readReport);
  const dialogs = reports.flatMap((report) => report.dialogs).slice(0, MAX_TOLD);
  const urls = [...links, ...reports.flatMap((report) => report.opens)].slice(0, MAX_TOLD);
  const opened: OpenedWindow[] = [];
  for (const [at, url] of urls.entries()) {
    opened.push(at < MAX_FOLLOWED ? await follow(context, held, url) : { url });
  }
  return {
    ...(dialogs.length > 0 && { dialogs }),
    ...(opened.length > 0 && { opened }),
  };
}

async function follow(
  context: ResourceContext,
  { resource_id, chat_session_id, own_window }: HeldResource,
  url: string,
): Promise<OpenedWindow> {
  const { store, tabs, makeId } = context;
  const wanted = { chat_session_id, lent_origin: null };
  // guard: windows-granted
  if (originNow(context, wanted, url, 'read') === null) return { url, not_allowed: true };
  const { tabId, windowId, loaded } = await tabs.open(
    url,
    own_window === undefined ? null : ownWindows(store.view),
  );
  const offer = {
    offer_id: makeId(),
    tab_id: tabId,
    chat_session_id,
    kind: 'opened',
    lent_origin: null,
    ...(windowId !== null && { own_window: windowId }),
  } as const;
  const secrets = secretsOf(context, resource_id);
  const told = { url: secrets.blankAddress(url), title: null };
  await store.step((view) => ({
    change: offerTab(view, offer, told, resource_id),
    answer: null,
  }));
  await loaded(NAMED_WITHIN_MS);
  const named = await nameOf(context, tabId);
  if (named === null) return { url };
  context.secrets.set(named, secrets);
  return { url, resource: named };
}

/** The conductor names it, if it is there and takes it. */
async function nameOf({ store, clock }: ResourceContext, tabId: number): Promise<string | null> {
  for (let left = NAMED_WITHIN_MS; left > 0; left -= LOOK_MS) {
    const held = [...store.view.held.values()].find((row) => row.tab_id === tabId);
    if (held !== undefined) return held.resource_id;
    await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
  }
  return null;
}

/** Parses a report from the page's realm, where anything may have made it. */
function readReport(report: unknown): ShimReport {
  const { dialogs, opens } = Object(report) as { dialogs?: unknown; opens?: unknown };
  return {
    dialogs: listOf(dialogs).flatMap((one) => {
      const { kind, message, accepted } = Object(one) as Partial<ShownDialog>;
      if (typeof kind !== 'string' || typeof message !== 'string') return [];
      const told = message.slice(0, MAX_MESSAGE);
      return [{ kind: kind.slice(0, 20), message: told, accepted: accepted === true }];
    }),
    opens: listOf(opens).flatMap((one) => (typeof one === 'string' ? [one.slice(0, 8_000)] : [])),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_TOLD) : [];
}
