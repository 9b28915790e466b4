import type { resourcesOperations } from '../../../../../shared/api/resources.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import { verbMeant } from '../../../../../shared/verbs/verb-alias.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { unknown } from '../../../engine/not-found.ts';
import { listPage } from '../../heart/conversations/feature.ts';
import { ownId, type SettingsNow } from '../../ground/settings/feature.ts';
import { sessionView } from '../../heart/lineage/feature.ts';
import type { Calls } from './calls.ts';
import { cancelCalls, closeSession } from './close-session.ts';
import type { ShownResource } from './queries.ts';
import type { ResourceCall } from './rows.ts';
import { cancelCall } from './steps/cancel-call.ts';
import { updateResource } from './steps/change-resource.ts';
import { closeResource } from './steps/close-resource.ts';
import { judgeCall } from './steps/judge-call.ts';
import { revokeGrant } from './steps/revoke-grant.ts';
import { type CallView, callView, grantView, type ResourceView, resourceView } from './views.ts';
import * as sessionsQueries from '../../heart/lineage/sessions/queries.ts';
import * as resources from './queries.ts';

/** Creates the handlers for programs, the command line and the web UI. */
export function createResourceHandlers(
  { newId, ...stores }: Pick<Kit, 'store' | 'read' | 'now' | 'newId'>,
  deps: {
    readonly settings: SettingsNow;
    readonly calls: Calls;
    /** Aborts when nobody may wait any more. */
    readonly leaving: AbortSignal;
  },
): HandlersOf<typeof resourcesOperations> {
  const { store, read, now } = stores;
  const { settings, calls, leaving } = deps;

  async function activeTabs(): Promise<ReadonlySet<string>> {
    const sessions = await read.one(sessionsQueries.chatSessions());
    return new Set(sessions.flatMap(({ activeTabId }) => activeTabId ?? []));
  }

  async function shown(id: string): Promise<Result<ResourceView, ApiError>> {
    const found = await read.one(resources.shownResource({ resourceId: id }));
    return found === null
      ? err(unknown('resource', id, 'params.id'))
      : ok(resourceView(found, await activeTabs()));
  }

  const open = (session: string | undefined): Promise<readonly ShownResource[]> =>
    read.one(resources.openResources({ chatSessionId: session ?? null }));

  async function callShown(call: ResourceCall): Promise<CallView> {
    const { chatSessionId } = call;
    return callView(call, await read.one(resources.sessionStanding({ chatSessionId })));
  }

  async function begin(
    call: ResourceCall,
    {
      asks,
      via,
      wait,
    }: { readonly asks: boolean; readonly via: string; readonly wait: AbortSignal },
  ): Promise<ResourceCall> {
    const { callId, chatSessionId } = call;
    // Asked for before, by a request that is repeated now: it goes on as it was judged then.
    if (call.status !== 'proposed') return (await calls.ended(callId, wait)) ?? call;
    const session = await read.one(sessionsQueries.chatSession({ chatSessionId }));
    const { policy: defaults, approvals_expire_after_ms: expireAfterMs } = settings.current();
    const conversationKey = session?.conversationKey ?? null;
    const step = { callId, conversationKey, defaults, asks, expireAfterMs, via, now: now() };
    if ((await store.run(judgeCall, step)) === 'run') await calls.letRun(call);
    return (await calls.ended(callId, wait)) ?? call;
  }

  return {
    async runCall({ params: { id }, query: { wait }, body }, caller: Caller) {
      const [target = '', ...rest] = body.tool.split(/::|\./);
      const meant = verbMeant(target, rest.join('.'));
      if (meant === null) {
        const text = `There is no verb ${body.tool}: write it as browser.click.`;
        return err({ code: 'unknown_tool', text, field: 'body.tool' });
      }
      const session = await read.one(sessionsQueries.chatSession({ chatSessionId: id }));
      if (session === null) return err(unknown('session', id, 'params.id'));
      // A conversation's is its assistant's: what a client does there would be the chat's to answer for.
      // guard: clients-own-session
      if (caller.via === 'mcp' && session.kind !== 'client')
        return err(unknown('session of a client', id, 'params.id'));
      const proposed = await calls.propose({
        callId: ownId(caller, [id, body], newId),
        chatSessionId: id,
        conversationKey: session.conversationKey,
        caller: caller.via === 'mcp' ? 'mcp' : caller.via === 'http' ? 'http' : 'person',
        instructionId: null,
        tool: `${meant.target}.${meant.verb}`,
        args: {
          ...(body.args as Parameters<Calls['propose']>[0]['args']),
          ...(body.resource !== undefined && { resource: body.resource }),
        },
      });
      if (!proposed.ok) return proposed;
      const signal = AbortSignal.any([AbortSignal.timeout(wait), caller.signal, leaving]);
      const how = { asks: body.judge, via: caller.via, wait: signal };
      return ok(await callShown(await begin(proposed.value, how)));
    },
    listCalls: ({ query: { session, status, ...query } }) =>
      listPage(
        query,
        (page) => read.one(resources.shownCalls({ chatSessionId: session, status, page })),
        (call) => callView(call),
      ),
    async getCall({ params: { id }, query: { wait } }, { signal }) {
      const until = AbortSignal.any([AbortSignal.timeout(wait), signal, leaving]);
      const call = await calls.ended(id, until);
      return call === null ? err(unknown('call', id, 'params.id')) : ok(await callShown(call));
    },
    async cancelCall({ params: { id } }) {
      const reason = 'A person cancelled it.';
      const step = { callId: id, actor: 'person', reason, now: now() } as const;
      const outcome = await store.run(cancelCall, step);
      const call = await read.one(resources.call({ callId: id }));
      if (outcome === null || call === null) return err(unknown('call', id, 'params.id'));
      if (outcome !== 'ended') return ok(await callShown(call));
      return err({ code: 'invalid_transition', text: `It has ended already: ${call.status}.` });
    },
    async listResources({ query: { session } }) {
      const active = await activeTabs();
      return ok({ items: (await open(session)).map((one) => resourceView(one, active)) });
    },
    async listTabs({ query: { session } }) {
      const active = await activeTabs();
      return ok({
        items: (await open(session)).flatMap((one) => resourceView(one, active).tab ?? []),
      });
    },
    getResource: ({ params: { id } }) => shown(id),
    async updateResource({ params: { id }, body }, { via }) {
      const step = { resourceId: id, ...body, via, now: now() };
      const done = await store.run(updateResource, step);
      return done ? shown(id) : err(unknown('open resource', id, 'params.id'));
    },
    async closeResource({ params: { id } }) {
      const reason = 'a person closed it';
      const step = { resourceId: id, actor: 'person', reason, now: now() } as const;
      await store.run(closeResource, step);
      return shown(id);
    },
    async stopResources({ body: { session, resource } }) {
      const by = { actor: 'person', reason: 'A person stopped it.' } as const;
      const cancelled = await cancelCalls(stores, { session, resource }, by);
      return ok({ cancelled, resources: (await open(session)).length });
    },
    async endSession({ params: { id } }) {
      const session = await read.one(sessionsQueries.chatSession({ chatSessionId: id }));
      if (session === null) return err(unknown('session', id, 'params.id'));
      const by = { actor: 'person', reason: 'a person ended it', keepsPinned: false } as const;
      return ok(sessionView((await closeSession(stores, id, by)) ?? session));
    },
    async listGrants() {
      const grants = await read.one(resources.siteGrants({ executorId: null }));
      return ok({ items: grants.map(grantView) });
    },
    async revokeGrant({ params: { id } }, { via }) {
      const { turn_ms: turnMs } = settings.current().resources;
      const grant = await store.run(revokeGrant, { grantId: id, turnMs, via, now: now() });
      return grant === null ? err(unknown('grant', id, 'params.id')) : ok(grantView(grant));
    },
  };
}
