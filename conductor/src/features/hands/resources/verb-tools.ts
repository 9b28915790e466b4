import * as z from 'zod';

import { err, ok } from '../../../../../shared/lib/result.ts';
import { verbMeant, verbNames } from '../../../../../shared/verbs/verb-alias.ts';
import type { Verb } from '../../../../../shared/verbs/verb.ts';
import { VERBS, type VerbTarget } from '../../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import {
  failed,
  type LookedAt,
  type Tool,
  type ToolOutcome,
  type ToolSource,
} from '../../heart/actions/feature.ts';
import { openSession } from '../../heart/lineage/feature.ts';
import { subjectOf } from './ask-person.ts';
import { callOutcome } from './call-outcome.ts';
import type { Calls } from './calls.ts';
import { originOf } from './origin-of.ts';
import type { Adapter } from './rows.ts';
import * as resources from './queries.ts';

/** A person may need days to answer; timers count no further than this. */
const LONGEST_MS = 2_147_483_647;

const ADAPTERS: Readonly<Record<VerbTarget, readonly Adapter[]>> = {
  browser: ['tab', 'cdp', 'bidi'],
  terminal: ['pty'],
  service: ['process'],
  resource: ['tab', 'cdp', 'bidi', 'pty', 'process'],
};

/** Targets that only a worker of this machine serves. */
const STARTED: readonly VerbTarget[] = ['terminal', 'service'];

/**
 * Verbs as tools of actions. One call is one instruction, and has its id: asked for again after a crash, it is the same
 * call, so that all of them may simply be asked for again.
 */
export function createVerbTools(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
  readonly calls: Calls;
  /** Adapters of all executors that were ever here. */
  readonly adapters: () => ReadonlySet<Adapter>;
}): ToolSource {
  const { store, read, now, calls, adapters } = deps;
  const known = new Map<VerbTarget, readonly Tool[]>();

  async function propose(
    id: string,
    params: JsonObject,
    { conversationKey: key, instructionId }: LookedAt,
  ) {
    const session = await store.run(openSession, { conversationKey: key, now: now() });
    if (session === null) return err({ code: 'not_found', text: 'The chat is gone.' } as const);
    return calls.propose({
      callId: instructionId,
      chatSessionId: session.chatSessionId,
      conversationKey: key,
      caller: 'instruction',
      instructionId,
      tool: id,
      args: params,
    });
  }

  function toolOf(target: VerbTarget, name: string, verb: Verb): Tool {
    const tool = `${target}.${name}`;
    return {
      id: `${target}::${name}`,
      target,
      name,
      risk: verb.risk,
      readOnly: !verb.writes,
      // Also what is typed into a page, and an address that is opened, says something to others.
      egress: verb.writes || 'url' in verb.args.shape,
      idempotent: true,
      cost: null,
      timeLimitMs: LONGEST_MS,
      waits: true,
      help: verb.help,
      paramsSchema: schemaOf(verb),
      async look(params, call) {
        const proposed = await propose(tool, params, call);
        if (!proposed.ok) return proposed;
        const { risk, expected } = proposed.value;
        return ok({
          risk,
          facts: { page: { origin: expected?.origin ?? '' } },
          subject: subjectOf(proposed.value, {
            chatSessionId: proposed.value.chatSessionId,
            label: '',
          }),
        });
      },
      async call(params, context): Promise<ToolOutcome> {
        const proposed = await propose(tool, params, context);
        if (!proposed.ok) return failed(proposed.error.code, proposed.error.text);
        const ended = await calls.run(proposed.value, context.signal);
        const { chatSessionId, resourceId } = ended;
        const standing = await read.one(resources.sessionStanding({ chatSessionId }));
        const page = standing?.open.find(({ resource }) => resource.resourceId === resourceId);
        // There the person is signed in, to their mail as to anything.
        const isTheirs =
          page?.resource.adapter === 'tab' && originOf(page.resource.lastUrl) !== null;
        // guard: own-pages-private
        return { ...callOutcome(ended, standing), ...(isTheirs && { brings: ['private'] }) };
      },
    };
  }

  function toolsOf(target: VerbTarget): readonly Tool[] {
    let tools = known.get(target);
    if (tools === undefined) {
      const verbs: readonly (readonly [string, Verb])[] = Object.entries(VERBS[target]).filter(
        ([, verb]: readonly [string, Verb]) => verb.isOwn !== true,
      );
      known.set(target, (tools = verbs.map(([name, verb]) => toolOf(target, name, verb))));
    }
    return tools;
  }

  const isThere = (target: VerbTarget): boolean =>
    ADAPTERS[target].some((adapter) => adapters().has(adapter));

  return {
    // What nobody can do is not offered: it would cost every chat its place in the manual.
    targets: () => (Object.keys(VERBS) as VerbTarget[]).filter(isThere),
    meant(target, tool) {
      const meant = verbMeant(target, tool);
      return meant === null ? null : { target: meant.target, tool: meant.verb };
    },
    names: verbNames,
    toolsOf(target) {
      const named = target as VerbTarget;
      // A worker is started by the first call that needs one; who asks for it needs no manual of it.
      if (isThere(named) || STARTED.includes(named)) return Promise.resolve(ok(toolsOf(named)));
      // A browser holds pages from the first site on that its person has allowed.
      const text =
        named === 'browser'
          ? "No browser opens tabs for chats yet: allow a first site in Baton's popup, or start a worker."
          : 'Nothing is open, and nobody is there who could open anything.';
      return Promise.resolve(err({ code: 'no_executor', text }));
    },
    close: () => Promise.resolve(),
  };
}

function schemaOf(verb: Verb): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(verb.args, { io: 'input' });
  return z.record(z.string(), z.json()).parse(rest);
}
