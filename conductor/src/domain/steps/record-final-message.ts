import type { CodedError } from '../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { answerReply } from '../answer-reply.ts';
import { mayAct } from '../conversation.machine.ts';
import { changeJob } from '../job-changes.ts';
import { type AuditEvent, insert, joinPlans, plan, type Plan, update } from '../plan.ts';
import { refsOf, resolveConversation, type Sighting } from '../resolve-conversation.ts';
import type { Conversation, DeliveryJob, Instruction, MessageAnchor, Risk } from '../rows.ts';
import type { Asks } from '../step.ts';
import { fromClient } from './from-client.ts';

/** An action found in the reply, with what the tool registry knows of it; or why it cannot be taken. */
export type FoundAction =
  | {
      readonly ok: true;
      readonly target: string;
      readonly tool: string;
      readonly paramsJson: string;
      readonly risk: Risk;
      readonly idempotent: boolean;
    }
  | { readonly ok: false; readonly error: CodedError };

export interface FinalMessageInput {
  readonly frame: FrameOf<'browser.final_message'>;
  readonly clientId: string;
  readonly actions: readonly FoundAction[];
  readonly now: number;
  readonly anchorId: string;
  readonly jobId: string;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
}

/** Why a reply did, or did not, act. Kept in the audit trail. */
export type Verdict = 'acts' | 'no_action' | 'known' | 'stale' | 'not_live' | 'mode';

/**
 * A final reply was observed (seed 003 sections 1.3 and 四). The reply a delivery waited for finalizes it.
 * Only a new, live reply, newer than all before, in a conversation that is `auto`, creates instructions:
 * a reload, a second tab or another browser observes old ones again, and they must not act again.
 */
export const recordFinalMessage = fromClient<
  FinalMessageInput,
  {
    readonly known: Asks<'conversations'>;
    readonly aliases: Asks<'aliases'>;
    readonly anchor: Asks<'anchor'>;
    readonly inFlight: Asks<'jobsInFlight'>;
  },
  { readonly verdict: Verdict; readonly conversation: Conversation }
>({
  name: 'record final message',
  load: (input) => {
    const refs = refsOf(sightingOf(input));
    return {
      known: { ask: 'conversations', refs },
      aliases: { ask: 'aliases', refs },
      anchor: { ask: 'anchor', refs, assistantMessageId: input.frame.assistant_message_id },
      inFlight: { ask: 'jobsInFlight', refs },
    };
  },
  decide(rows, input) {
    const { conversation, plan: resolved } = resolveConversation(
      sightingOf(input),
      rows.known,
      rows.aliases,
    );
    const verdict = judge(input, conversation, rows.anchor);
    const heard = changed(conversation);
    const live = input.frame.source === 'browser.final_message';
    if (rows.anchor !== null) {
      // In a merge the row may be the twin that goes.
      const news = live && rows.known.length === 1;
      const known = news ? heardLive(rows.anchor, rows.inFlight, input) : plan({});
      return { plan: joinPlans(resolved, known, heard), outcome: { verdict, conversation } };
    }
    const anchor = anchorOf(input, conversation);
    return {
      plan: joinPlans(
        resolved,
        observe(input, conversation, anchor, verdict),
        // An old reply, told late by a browser that was away, is not the one a delivery waits for.
        live && verdict !== 'stale' ? finalize(rows.inFlight, input) : plan({}),
        verdict === 'acts' ? instruct(input, anchor) : plan({}),
        heard,
      ),
      outcome: { verdict, conversation },
    };
  },
});

function sightingOf({
  frame,
  now,
  localConversationId,
  finalTimeoutMs,
}: FinalMessageInput): Sighting {
  return { ref: frame, aliases: frame.aliases, now, localConversationId, finalTimeoutMs };
}

function judge(
  { frame, actions, now }: FinalMessageInput,
  conversation: Conversation,
  anchor: MessageAnchor | null,
): Verdict {
  if (anchor !== null) return 'known';
  if (frame.source !== 'browser.final_message') return 'not_live';
  if (observedAt(frame, now) < (conversation.latestObservedAt ?? 0)) return 'stale';
  if (actions.length === 0) return 'no_action';
  return mayAct(conversation.mode) ? 'acts' : 'mode';
}

/** A browser's clock that runs ahead must not make all that comes later look old. */
function observedAt({ observed_at }: FinalMessageInput['frame'], now: number): number {
  return Math.min(observed_at, now);
}

function anchorOf(
  { frame, anchorId, now }: FinalMessageInput,
  conversation: Conversation,
): MessageAnchor {
  return {
    anchorId,
    conversationKey: conversation.conversationKey,
    assistantMessageId: frame.assistant_message_id,
    observedAt: observedAt(frame, now),
    source: frame.source,
    rawText: frame.raw_text,
    diagnosticTabId: frame.tab_id ?? null,
    diagnosticPageUrl: frame.page_url ?? null,
    version: 1,
  };
}

function observe(
  input: FinalMessageInput,
  conversation: Conversation,
  anchor: MessageAnchor,
  verdict: Verdict,
): Plan {
  const newest = anchor.observedAt >= (conversation.latestObservedAt ?? 0);
  return plan({
    changes: [
      insert('messageAnchors', anchor),
      ...(newest
        ? [
            update('conversations', conversation, {
              latestAssistantMessageId: anchor.assistantMessageId,
              latestObservedAt: anchor.observedAt,
              title: input.frame.page_title ?? conversation.title,
              updatedAt: input.now,
            }),
          ]
        : []),
    ],
    events: [
      audit('message_anchor.observed', anchor.anchorId, anchor, input, {
        assistant_message_id: anchor.assistantMessageId,
        source: anchor.source,
        verdict,
        actions: input.actions.length,
        diagnostic: { tab_id: anchor.diagnosticTabId, page_url: anchor.diagnosticPageUrl },
      }),
    ],
  });
}

/** First told of as part of a page's history, it may still be what a delivery waits for. It never acts. */
function heardLive(
  anchor: MessageAnchor,
  inFlight: readonly DeliveryJob[],
  input: FinalMessageInput,
): Plan {
  const { source } = input.frame;
  if (anchor.source === source) return plan({});
  return joinPlans(
    plan({ changes: [update('messageAnchors', anchor, { source })] }),
    finalize(inFlight, input),
  );
}

function finalize(inFlight: readonly DeliveryJob[], { now, clientId }: FinalMessageInput): Plan {
  return joinPlans(
    ...inFlight
      .filter((job) => job.status === 'acked')
      .map((job) =>
        changeJob({ job, event: { type: 'FINAL_MESSAGE' }, now, actor: `client:${clientId}` }),
      ),
    plan({ effects: [{ kind: 'dispatch' }] }),
  );
}

function instruct(input: FinalMessageInput, anchor: MessageAnchor): Plan {
  const rows = input.actions.map((action, position) =>
    instructionOf(action, position, anchor, input),
  );
  return joinPlans(
    plan({
      changes: rows.flatMap((row) => [
        insert('instructions', row),
        ...(row.status === 'awaiting_approval'
          ? [
              insert('approvals', {
                approvalId: `${row.instructionId}.approval`,
                instructionId: row.instructionId,
                conversationKey: row.conversationKey,
                decision: 'open',
                reason: null,
                createdAt: input.now,
                decidedAt: null,
                version: 1,
              }),
            ]
          : []),
      ]),
      events: rows.map((row) =>
        audit('instruction.created', row.instructionId, anchor, input, {
          action: row.target === '' ? null : `${row.target}::${row.tool}`,
          status: row.status,
        }),
      ),
      effects: [{ kind: 'run_instructions', anchorId: anchor.anchorId }],
    }),
    answerReply(anchor, rows, input),
  );
}

function instructionOf(
  action: FoundAction,
  position: number,
  anchor: MessageAnchor,
  { now }: FinalMessageInput,
): Instruction {
  const row = {
    instructionId: `${anchor.anchorId}.${position}`,
    anchorId: anchor.anchorId,
    conversationKey: anchor.conversationKey,
    position,
    resultText: null,
    resultFormat: 'text',
    createdAt: now,
    startedAt: null,
    version: 1,
  } as const;
  if (!action.ok) {
    return {
      ...row,
      target: '',
      tool: '',
      paramsJson: '{}',
      risk: 'low',
      idempotent: true,
      status: 'failed',
      errorCode: action.error.code,
      errorText: action.error.text,
      finishedAt: now,
    };
  }
  const { target, tool, paramsJson, risk, idempotent } = action;
  return {
    ...row,
    target,
    tool,
    paramsJson,
    risk,
    idempotent,
    // The default policy (design section 6): low runs, what can do harm waits for a person.
    status: risk === 'low' ? 'pending' : 'awaiting_approval',
    errorCode: null,
    errorText: null,
    finishedAt: null,
  };
}

function audit(
  type: AuditEvent['type'],
  subjectId: string,
  { conversationKey }: MessageAnchor,
  { clientId, now }: FinalMessageInput,
  detail: Readonly<Record<string, unknown>>,
): AuditEvent {
  return { type, subjectId, conversationKey, actor: `client:${clientId}`, at: now, detail };
}

function changed({ conversationKey }: Conversation): Plan {
  return plan({ effects: [{ kind: 'conversation_changed', conversationKey }] });
}
