import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { readResourceId } from '../../../../../shared/model/resource-id.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { SessionStanding, ShownResource } from './queries.ts';
import type { ResourceCall } from './rows.ts';
import { isOpen } from './resource.machine.ts';

/**
 * Finds the resource that a call acts on: the one that it names, else the active tab as it is now, or as an action
 * before it in the same reply is about to make it. Null: it needs none. The page that a person looks at does not count.
 */
export function bindCall(
  tool: string,
  args: JsonObject,
  { session: stored, open, unfinished }: Pick<SessionStanding, 'session' | 'open' | 'unfinished'>,
  named: ShownResource | null,
  { caller, now }: Pick<ResourceCall, 'caller'> & { readonly now: number },
): Result<ShownResource | null, CodedError> {
  const [target = '', verb = ''] = tool.split('.');
  const next = caller === 'instruction' ? switchedTo(open, unfinished, now) : null;
  const session = next === null ? stored : { ...stored, activeTabId: next };
  if (NEEDS_NONE.includes(tool)) return ok(null);
  if (tool === 'browser.closeTab') {
    return args['tab'] === undefined
      ? active(target, { session, open })
      : tabNamed(args['tab'], open);
  }
  if (tool === 'browser.switchTab') return switched(args, open);
  const wanted = args['resource'];
  if (typeof wanted !== 'string') return active(target, { session, open });
  const id = readResourceId(wanted);
  if (target !== 'resource' && id !== null && id.type !== target) {
    return err({
      code: 'unsupported_verb',
      text: `${wanted} is no ${target}: it has no ${verb}.`,
    });
  }
  // Another session's is as good as none: its name may be guessed.
  // guard: own-tabs-only
  if (named === null || named.resource.chatSessionId !== session.chatSessionId)
    return err({ code: 'no_resource', text: `There is no ${wanted} here.${listed(open)}` });
  return isOpen(named.resource.status) ? ok(named) : err(closed(named));
}

/** The tab that an action before this one switches to, if it has yet to run; they are all judged before the first one runs. */
function switchedTo(
  open: readonly ShownResource[],
  unfinished: SessionStanding['unfinished'],
  now: number,
): string | null {
  const last = unfinished
    .filter(
      ({ tool, caller, createdAt }) =>
        tool === 'browser.switchTab' && caller === 'instruction' && now - createdAt < SAME_REPLY_MS,
    )
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .at(-1);
  const to = open.find(({ resource }) => resource.resourceId === last?.resourceId);
  return to?.tab?.tabId ?? null;
}

/** The actions of one reply are written down within moments; one that was never let run says nothing of later ones. */
export const SAME_REPLY_MS = 10_000;

/**
 * Tells whether something is about to open what a call without a name will act on: an action before it in the same
 * reply.
 */
export function isStillToBind(
  tool: string,
  args: JsonObject,
  { unfinished }: Pick<SessionStanding, 'unfinished'>,
): boolean {
  const [target = ''] = tool.split('.');
  const opens = target === 'browser' ? 'browser.ensure' : `${target}.open`;
  return args['resource'] === undefined && unfinished.some((call) => call.tool === opens);
}

/** Tools that open a resource, or look at what there is. */
export const NEEDS_NONE: readonly string[] = [
  'browser.ensure',
  'browser.tabs',
  'terminal.open',
  'terminal.start',
  'service.open',
  'resource.list',
];

function active(
  target: string,
  { session, open }: Pick<SessionStanding, 'session' | 'open'>,
): Result<ShownResource, CodedError> {
  const ofType = open.filter(({ resource }) => resource.resourceType === target);
  const found =
    target === 'browser'
      ? ofType.find(({ tab }) => tab !== null && tab.tabId === session.activeTabId)
      : ofType.at(-1);
  if (found !== undefined) return ok(found);
  const opens = target === 'browser' ? '@browser::ensure' : `@${target}::open`;
  return err({ code: 'no_resource', text: `Nothing is open to act on: ${opens} opens one.` });
}

function switched(
  args: JsonObject,
  open: readonly ShownResource[],
): Result<ShownResource, CodedError> {
  const { tab, tabId, index, urlContains } = args;
  if (typeof index === 'number') return orNone(tabsOf(open)[index], open, `number ${index}`);
  if (typeof urlContains === 'string') {
    const fitting = tabsOf(open).filter(({ resource }) =>
      (resource.lastUrl ?? '').includes(urlContains),
    );
    const [one, ...more] = fitting;
    return orNone(more.length > 0 ? undefined : one, open, `with ${urlContains}`);
  }
  return tabNamed(tab ?? tabId, open);
}

/** Finds a tab by its id, the name of its resource, or the executor's number for it. */
function tabNamed(
  wanted: JsonObject[string] | undefined,
  open: readonly ShownResource[],
): Result<ShownResource, CodedError> {
  const name = typeof wanted === 'string' || typeof wanted === 'number' ? String(wanted) : '';
  const found = tabsOf(open).find(
    ({ tab, resource }) =>
      tab?.tabId === name ||
      resource.resourceId === name ||
      (resource.driverId !== null && String(resource.driverId) === name),
  );
  return orNone(found, open, name);
}

function orNone(
  found: ShownResource | undefined,
  open: readonly ShownResource[],
  name: string,
): Result<ShownResource, CodedError> {
  if (found !== undefined) return ok(found);
  return err({ code: 'tab_not_found', text: `There is no one tab ${name}.${listed(open)}` });
}

function tabsOf(open: readonly ShownResource[]): readonly ShownResource[] {
  return open.filter(({ tab }) => tab !== null);
}

function listed(open: readonly ShownResource[]): string {
  const tabs = tabsOf(open).map(
    ({ tab, resource }) =>
      `${tab?.tabId ?? ''} ${JSON.stringify((resource.lastTitle ?? '').slice(0, 60))} ${(resource.lastUrl ?? '').slice(0, 80)}`,
  );
  return tabs.length === 0 ? ' None is open.' : ` There are:\n${tabs.join('\n')}`;
}

function closed({ resource: { resourceId, statusReason } }: ShownResource): CodedError {
  return {
    code: 'resource_closed',
    text: `${resourceId} is closed${statusReason === null ? '' : `: ${statusReason}`}.`,
  };
}
