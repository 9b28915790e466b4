import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { StoredContent } from '../../../heart/artifacts/feature.ts';
import {
  type Conversation,
  resolveConversation,
  type Resolved,
  type Sighting,
} from '../../../heart/conversations/feature.ts';
import { newJob, unstarted } from '../../../heart/deliveries/feature.ts';
import { type ChatSession, markHeard } from '../../../heart/lineage/feature.ts';
import { inputTable } from '../input.machine.ts';
import { beginRules } from '../role-rules.ts';
import type { RunState, WorkerState } from '../queries.ts';
import { type RunInput, type RunWorker, RUNS, RUN_WORKERS, RUN_INPUTS } from '../rows.ts';
import { about, changeTask, touched } from '../run-changes.ts';
import * as sessions from '../../../heart/lineage/sessions/queries.ts';
import * as runs from '../queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import { CONVERSATIONS } from '../../../heart/conversations/rows.ts';

export interface SendInputInput {
  readonly runId: string;
  readonly inputId: string;
  /** The version of the run on which it was decided. */
  readonly version: number;
  readonly text: string;
  /** See the message of a delivery: `text` may be a part of it. */
  readonly fullText: string;
  /** Part of the text that is not Baton's own words. */
  readonly foreignText: string;
  readonly stored: StoredContent | null;
  readonly jobId: string;
  /** Where a worker is begun that has no conversation yet; null: it has one. */
  readonly begin: {
    /** true: begins on its site, or with its program, with this text; false: it exists already. */
    readonly isNew: boolean;
    /** Id on its site or in its program; left out: its site gives it one. */
    readonly remoteId?: string;
    readonly platform: string;
    readonly localConversationId: string;
    readonly title: string;
    /** Conversation that an existing one worked for before; null: none. */
    readonly worksFor: ConversationKey | null;
  } | null;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  readonly now: number;
}

/** A conversation that is there and begins to work, and what is known of whom it worked for. */
interface Named {
  readonly named: Conversation | null;
  readonly session: ChatSession | null;
  readonly marks: FoundBy<typeof sessions.marksOf>;
  readonly former: FoundBy<typeof sessions.sessionOfConversation>;
}

const NONE = '' as ConversationKey;

/** A text that waited becomes a delivery into its worker's conversation, which is begun for the first one. */
export const sendInput = defineStep({
  name: 'send input of run',
  load: ({ runId, inputId, begin }: SendInputInput) => ({
    state: runs.runState({ runId }),
    input: runs.runInput({ inputId }),
    named: conversations.conversationByLocalId({
      localConversationId: begin?.localConversationId ?? '',
    }),
    session: sessions.chatSession({ chatSessionId: begin?.localConversationId ?? '' }),
    marks: sessions.marksOf({ conversationKey: begin?.worksFor ?? null }),
    former: sessions.sessionOfConversation({ conversationKey: begin?.worksFor ?? NONE }),
  }),
  decide({ state, input, named, session, marks, former }, asked): Decision<boolean> {
    const stays = { plan: plan({}), outcome: false };
    if (state === null || input?.status !== 'queued') return stays;
    const { run, workers, tasks } = state;
    if (run.version !== asked.version) return stays;
    const to = workers.find(({ worker }) => worker.workerId === input.workerId);
    if (to === undefined) return stays;
    const planner = workers.find(({ worker }) => worker.workerId === run.plannerId);
    const parentKey = planner?.conversation?.conversationKey ?? null;
    const place = placeOf(state, to, asked, { parentKey, named, session, marks, former });
    if (place === null) return stays;
    const { now, jobId } = asked;
    const by = { now, actor: 'conductor' } as const;
    const task = tasks.find(
      ({ taskId, status }) => taskId === input.taskId && status === 'assigned',
    );
    return {
      plan: joinPlans(
        place.plan,
        newJob({
          jobId,
          conversationKey: place.conversationKey,
          assistantMessageId: (to.conversation ?? named)?.latestAssistantMessageId ?? null,
          messageText: asked.text,
          foreignText: asked.foreignText,
          stored: asked.stored,
          origin: 'run',
          chain: [],
          dedupeKey: `run:${input.inputId}`,
          maxAttempts: asked.maxAttempts,
          now,
          actor: input.origin === 'person' || input.origin === 'broadcast' ? 'person' : 'conductor',
          detail: { run: run.runId, worker: input.workerId },
        }).plan,
        sent(input, asked),
        task === undefined ? plan({}) : changeTask(task, { type: 'BEGIN' }, by, { begunAt: now }),
        plan({
          changes: [update(RUNS, run, { inputsUsed: run.inputsUsed + 1, updatedAt: now })],
        }),
        touched(run),
      ),
      outcome: true,
    };
  },
});

/** The conversation that the text goes to, and the plan that begins it where there is none. */
function placeOf(
  state: RunState,
  { worker, conversation }: WorkerState,
  { begin, finalTimeoutMs, now }: SendInputInput,
  { parentKey, named, ...heard }: Named & { readonly parentKey: ConversationKey | null },
): { readonly conversationKey: ConversationKey; readonly plan: Plan } | null {
  if (worker.begunAt !== null)
    return conversation && { conversationKey: conversation.conversationKey, plan: plan({}) };
  if (begin === null) return null;
  const { platform, localConversationId, title, isNew, remoteId, worksFor } = begin;
  if (!isNew && named?.parentKey !== worksFor) return null;
  const of = { localConversationId, finalTimeoutMs, now };
  const born =
    named !== null
      ? { conversation: named, plan: plan({}) }
      : remoteId === undefined
        ? unstarted({ platform, ...of })
        : servedHere(platform, remoteId, of);
  const { conversationKey } = born.conversation;
  // It works for the planner: the planner's rules hold for it, and whose words one has read bears on both.
  const set = isNew
    ? ({ mode: 'auto', modeSetAt: now, customTitle: title, parentKey } as const)
    : { parentKey: parentKey ?? worksFor }; // guard: taint-of-teams
  const leaves = worksFor !== null && parentKey !== null && worksFor !== parentKey;
  return {
    conversationKey,
    plan: joinPlans(
      born.plan,
      leaves ? parted(born.conversation, worksFor, heard, now) : plan({}), // guard: taint-of-parted
      // guard: taint-of-planners
      worker.isPlanner ? takenOver(state, worker, conversationKey) : plan({}),
      beginRules(worker, state.run, conversationKey, now), // guard: role-rules
      plan({
        changes: [
          update(CONVERSATIONS, born.conversation, set),
          update(RUN_WORKERS, worker, { conversationKey, begunAt: now }),
        ],
        events: [
          about('run_worker.begun', worker.workerId, {
            now,
            actor: 'conductor',
            detail: { run: worker.runId, platform },
          }),
        ],
      }),
    ),
  };
}

/**
 * Who worked for the planner that this one comes in the place of works for this one, and so does that planner, whose words
 * this one is told: rules and what was read go on to bear on all of them.
 */
function takenOver({ workers }: RunState, by: RunWorker, parentKey: ConversationKey): Plan {
  const others = workers.flatMap(({ worker, conversation }) =>
    worker.workerId === by.workerId || conversation === null ? [] : { worker, conversation },
  );
  const former = new Set<ConversationKey | null>(
    others.flatMap(({ worker, conversation }) => [
      ...(worker.isPlanner ? [null, conversation.conversationKey] : []),
      ...(worker.endedAt === null ? [conversation.parentKey] : []),
    ]),
  );
  return plan({
    changes: others
      // One that was ended may work for another run by now.
      .filter(({ conversation }) => former.has(conversation.parentKey))
      .map(({ conversation }) => update(CONVERSATIONS, conversation, { parentKey })),
  });
}

/** A conversation that no site has: its id is known before anything is said. */
function servedHere(
  platform: string,
  remoteId: string,
  of: Pick<Sighting, 'localConversationId' | 'finalTimeoutMs' | 'now'>,
): Resolved {
  const ref = { platform, remote_conversation_id: remoteId };
  const sighting = { ref, aliases: [], defaultModes: {}, byHand: false, ...of };
  return resolveConversation(sighting, [], []);
}

/** Records in each of the two chats what the other has read: both have worked together. */
function parted(
  { localConversationId: chatSessionId, conversationKey }: Conversation,
  worksFor: ConversationKey,
  { session, marks, former }: Omit<Named, 'named'>,
  now: number,
): Plan {
  return joinPlans(
    markHeard({ chatSessionId, conversationKey, session }, marks, now),
    markHeard(former && { ...former, conversationKey: worksFor }, marks, now),
  );
}

function sent(input: RunInput, { jobId, now }: SendInputInput): Plan {
  const status = inputTable.next(input.status, { type: 'SEND' });
  const detail = { run: input.runId, worker: input.workerId, job: jobId };
  return plan({
    // Its delivery has the text now.
    changes: [update(RUN_INPUTS, input, { status, jobId, sentAt: now, sealed: null })],
    events: [about('run_input.sent', input.inputId, { now, actor: 'conductor', detail })],
  });
}
