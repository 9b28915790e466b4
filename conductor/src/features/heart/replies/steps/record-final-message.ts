import type { AuditEvent, Plan } from '../../../../engine/plan.ts';
import { insert, joinPlans, plan, update } from '../../../../engine/plan.ts';
import type { Refusal } from '../../../../engine/refusal.ts';
import type { Decision } from '../../../../engine/step.ts';
import { type Instruction, instructionsOf, instructReply, LEFT } from '../../actions/feature.ts';
import { fromClient } from '../../../ground/browsers/feature.ts';
import {
  type AnchorSource,
  askStanding,
  type Conversation,
  conversationTable,
  type DefaultModes,
  type MessageAnchor,
  refsOf,
  type Renewal,
  resolveFor,
  saidOtherwise,
  seenAt,
  type Sighting,
  stopped,
  withoutDueTurn,
  type Witness,
  type Witnessed,
} from '../../conversations/feature.ts';
import { cancelled, changeJob, type MessageLimits } from '../../deliveries/feature.ts';
import type { DeliveryJob } from '../../deliveries/rows.ts';
import { type MinuteOfDay, nextTurn } from '../renewals/renewal.ts';
import { isSecondReply } from '../second-reply.ts';
import { isShownAgain } from '../shown-again.ts';
import { repeatsItself, type Round, roundsToCompare } from '../loop-breaker.ts';
import {
  completenessOf,
  type HeardReply,
  isNewest,
  LIVE,
  NEW_ONES,
  type Verdict,
  verdictOf,
} from '../verdict.ts';
import * as conversations from '../../conversations/queries.ts';
import * as repliesQueries from '../queries.ts';
import * as bindings from '../../lineage/bindings/queries.ts';
import * as browsers from '../../../ground/browsers/queries.ts';
import * as deliveries from '../../deliveries/queries.ts';
import { RENEWALS, MESSAGE_ANCHORS, CONVERSATIONS } from '../../conversations/rows.ts';
import { dispatch } from '../../deliveries/effects.ts';
import { conversationChanged } from '../../conversations/effects.ts';

/** An observed final reply, with what the step needs beside its rows. */
export interface FinalMessageInput extends Witness, HeardReply {
  readonly anchorId: string;
  readonly jobId: string;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly defaultModes: DefaultModes;
  readonly maxAttempts: number;
  readonly messageLimits: MessageLimits;
  readonly minuteOfDay: MinuteOfDay;
}

/** Verdicts on a reply with which its conversation goes on. An agent's chat is continued by its run alone. */
const CONTINUES: readonly Verdict[] = ['acts', 'no_action', 'mode', 'loops', 'not_whole'];

const LOOP_REASON =
  'loop_detected: the assistant asks for the same again and again, with the same results';

interface Recorded {
  readonly verdict: Verdict;
  readonly conversation: Conversation;
  readonly refusals: readonly Refusal[];
  /** Actions to be judged, if the reply acts. */
  readonly pending: readonly Instruction[];
}

/**
 * A final reply was observed. The reply a delivery waited for finalizes it.
 * Only a new, live reply, newer than all before, in a conversation that is `auto`, creates instructions:
 * a reload, a second tab or another browser observes old ones again, and they must not act again.
 */
export const recordFinalMessage = fromClient({
  name: 'record final message',
  load: (input: FinalMessageInput) => {
    const refs = refsOf(sightingOf(input));
    const { source, in_reply_to, follows = null } = input.frame;
    // Whether it is a second one matters where it is new, and told of by an extension that can tell.
    const seen = source === LIVE && in_reply_to !== undefined ? refs : [];
    // A page that shows a reply once more may call it otherwise.
    const shown = source === LIVE ? [] : refs;
    return {
      ...askStanding([sightingOf(input)], input.clientId),
      inFlight: deliveries.jobsInFlight({ refs }),
      anchor: conversations.anchor({ refs, assistantMessageId: input.frame.assistant_message_id }),
      rounds: repliesQueries.recentRounds({
        refs,
        limit: roundsToCompare(input.maxEqualRounds),
        reply: { actionsHash: input.actionsHash, rawText: input.frame.raw_text },
      }),
      renewal: conversations.renewal({ ref: input.frame }),
      turn: conversations.userTurn({ refs: [...seen, ...shown], userMessageId: in_reply_to ?? '' }),
      follows: conversations.anchor({ refs: seen, assistantMessageId: follows ?? '' }),
      newestTurns: repliesQueries.newestTurns({ refs: [...seen, ...shown] }),
      equalReplies: repliesQueries.equalReplies({ refs: shown, rawText: input.frame.raw_text }),
      stillToCome: repliesQueries.stillToCome({ refs: seen }),
      binding: bindings.bindingOfChat({ refs }),
      client: browsers.client({ clientId: input.clientId }),
      hadAttempt: deliveries.hadAttempt({
        jobId: input.frame.answers_job_id ?? '',
        clientId: input.clientId,
      }),
    };
  },
  decide({ rounds, ...loaded }, input): Decision<Recorded> {
    const told = withOwnTry(resolveFor(input, sightingOf(input), loaded), loaded.hadAttempt, input);
    const { conversation, plan: resolved, inFlight } = told;
    const source = sourceOf(input, told);
    // What belongs to a conversation that it was not believed to be is not its own.
    const isOfIt = (row: { readonly conversationKey: string }): boolean =>
      told.rows.some((one) => one.conversationKey === row.conversationKey);
    const ownOf = <T extends { readonly conversationKey: string }>(row: T | null): T | null =>
      row !== null && isOfIt(row) ? row : null;
    const newestTurns = loaded.newestTurns
      .filter(isOfIt)
      .toSorted((a, b) => b.observedAt - a.observedAt);
    const turn = ownOf(loaded.turn);
    const known =
      ownOf(loaded.anchor) ??
      loaded.equalReplies
        .filter(isOfIt)
        .find((one) => isShownAgain(one, conversation, input.frame, { turn, newestTurns })) ??
      null;
    const renewal = ownOf(loaded.renewal);
    const { binding } = loaded;
    const isBound = binding !== null && isOfIt(binding.binding);
    const verdict = verdictOf(input, conversation, {
      source,
      anchor: known,
      rounds,
      inFlight,
      isBound,
    });
    const heard = changed(conversation);
    const refusals = [...told.refusals, ...refusalOf(input, told)];
    const outcome = { verdict, conversation, refusals, pending: [] };
    if (isLeftToAnother(told, source, input)) {
      return { plan: joinPlans(resolved, heard), outcome };
    }
    if (known !== null) {
      // In a merge the row may be the twin that goes.
      const again = told.rows.length === 1 ? heardAgain(known, source, inFlight, input) : plan({});
      return { plan: joinPlans(resolved, again, heard), outcome };
    }
    const isAnswer = inFlight.some((job) => isAnswerTo(job, verdict, input));
    const isSecond =
      CONTINUES.includes(verdict) &&
      !isAnswer &&
      isSecondReply(input.frame, conversation, {
        turn,
        newestTurns,
        follows: ownOf(loaded.follows),
        isSending: inFlight.some(
          ({ status, clientId, lastErrorCode }) =>
            status === 'dispatched' &&
            clientId === input.clientId &&
            // It has not begun: a person is typing.
            lastErrorCode !== 'draft_present',
        ),
      });
    const { client, stillToCome } = loaded;
    // Its browser was paired before it saw anything, and what it answers was said before it.
    const seenFrom = Math.max(
      client?.createdAt ?? 0,
      (turn ?? (source === LIVE ? newestTurns[0] : null))?.observedAt ?? 0,
    );
    const anchor = anchorOf(input, source, conversation, { inFlight, seenFrom, isSecond });
    return {
      plan: joinPlans(
        resolved,
        observe(input, told, anchor, verdict),
        // In a merge the rows may be moved by it.
        isSecond && told.rows.length === 1 ? left(stillToCome, isOfIt, input.now) : plan({}),
        finalize(inFlight, anchor, verdict, input),
        verdict === 'acts'
          ? instructReply(anchor, { ...input, actor: `client:${input.clientId}` })
          : plan({}),
        // In a merge the row may be moved by it, and is left for the next reply.
        told.rows.length <= 1 ? renew(renewal, verdict, conversation, { rounds }, input) : plan({}),
        heard,
      ),
      outcome: { ...outcome, pending: verdict === 'acts' ? toJudge(anchor, input) : [] },
    };
  },
});

/**
 * The browser of a try that was made speaks for the reply to that job, whoever was given the job after it: both of them
 * look at the same message.
 */
function withOwnTry(
  told: Witnessed<DeliveryJob>,
  hadAttempt: boolean,
  { frame, clientId }: FinalMessageInput,
) {
  const isIts = ({ jobId, status }: DeliveryJob): boolean =>
    hadAttempt && jobId === frame.answers_job_id && status === 'acked';
  if (!told.inFlight.some(isIts)) return told;
  const inFlight = told.inFlight.map((job) => (isIts(job) ? { ...job, clientId } : job));
  return { ...told, inFlight, isHeldByAnother: false };
}

/**
 * Returns the source of a reply. A reply from a browser that is not tied to the conversation is kept like one that a
 * page merely shows.
 */
function sourceOf({ frame }: FinalMessageInput, { isMine }: Witnessed): AnchorSource {
  return isMine || frame.source === 'replay' ? frame.source : 'snapshot'; // guard: reply-reported
}

function refusalOf({ frame }: FinalMessageInput, told: Witnessed): Refusal[] {
  if (frame.source !== LIVE) return [];
  const refused = { code: 'not_held', path: 'remote_conversation_id' } as const;
  if (!told.isMine) {
    const message = 'This browser has not reported the conversation: its replies do not act.';
    return [{ ...refused, message }];
  }
  if (told.isHeldByAnother) {
    const message =
      'Another browser delivers into the conversation: its replies are left to that one.';
    return [{ ...refused, message }];
  }
  return [];
}

function sightingOf({
  frame,
  now,
  localConversationId,
  finalTimeoutMs,
  defaultModes,
}: FinalMessageInput): Sighting {
  const { aliases, by_hand: byHand = false } = frame;
  return { ref: frame, aliases, byHand, now, localConversationId, finalTimeoutMs, defaultModes };
}

function toJudge(anchor: MessageAnchor, input: FinalMessageInput): readonly Instruction[] {
  return instructionsOf(anchor, input).filter(({ status }) => status === 'pending');
}

/** Applies a reply to the renewal of its conversation. */
function renew(
  renewal: Renewal | null,
  verdict: Verdict,
  { mode }: Conversation,
  { rounds }: { readonly rounds: readonly Round[] },
  { frame, actionsHash, maxEqualRounds, minuteOfDay, now }: FinalMessageInput,
): Plan {
  if (renewal?.status !== 'active' || verdict === 'known' || verdict === 'not_live')
    return plan({});
  if (verdict !== 'no_action' || mode !== 'auto') return withoutDueTurn(renewal, now);
  const reply = { actionsHash, rawText: frame.raw_text };
  if (repeatsItself(reply, rounds, maxEqualRounds))
    return stopped(renewal, 'loop_detected', now, 'conductor');
  const turn = nextTurn(renewal, frame.raw_text, now, minuteOfDay);
  if (!turn.go) return stopped(renewal, turn.reason, now, 'conductor');
  return plan({
    changes: [update(RENEWALS, renewal, { dueAt: turn.dueAt, updatedAt: now })],
  });
}

/**
 * While a delivery is under way, the browser that holds it tells of the reply. What another one's page shows, or sees
 * live, may be that very reply: noted first, it could not act any more, or would end a delivery that it does not
 * answer. So may what the holder's own page shows where another one had tried before it, until it has looked.
 */
function isLeftToAnother(
  { inFlight, isMine, isHeldByAnother, isServedByAnother }: Witnessed<DeliveryJob>,
  source: AnchorSource,
  { clientId }: FinalMessageInput,
): boolean {
  if (!isMine && isServedByAnother) return true; // guard: reply-of-server
  if (source === LIVE) return isHeldByAnother; // guard: reply-of-holder
  return inFlight.some(
    (job) => job.clientId !== clientId || (job.reconcile && job.status === 'dispatched'),
  );
}

function anchorOf(
  { frame, actionsHash, anchorId, now }: FinalMessageInput,
  source: AnchorSource,
  conversation: Conversation,
  {
    inFlight,
    seenFrom,
    isSecond,
  }: {
    readonly inFlight: readonly DeliveryJob[];
    readonly seenFrom: number;
    readonly isSecond: boolean;
  },
): MessageAnchor {
  return {
    anchorId,
    conversationKey: conversation.conversationKey,
    assistantMessageId: frame.assistant_message_id,
    observedAt: seenAt(frame.observed_at, seenFrom, now), // guard: second-by-order
    source,
    rawText: frame.raw_text,
    complete: completenessOf(frame),
    isSecond,
    leftAt: null,
    actionsHash,
    // What another conversation asked for, and what comes of it, belongs to its chain.
    chain: inFlight.find((job) => job.status === 'acked')?.chain ?? [],
    diagnosticTabId: frame.tab_id ?? null,
    diagnosticPageUrl: frame.page_url ?? null,
    version: 1,
  };
}

function observe(
  input: FinalMessageInput,
  { conversation, isMine }: Witnessed,
  anchor: MessageAnchor,
  verdict: Verdict,
): Plan {
  const newest = isMine && isNewest(input.frame, conversation, input.now);
  const loops = verdict === 'loops';
  return plan({
    changes: [
      insert(MESSAGE_ANCHORS, anchor),
      ...(newest
        ? [
            update(CONVERSATIONS, conversation, {
              latestAssistantMessageId: anchor.assistantMessageId,
              latestObservedAt: anchor.observedAt,
              title: input.frame.page_title ?? conversation.title,
              ...(loops && {
                mode: conversationTable.next(conversation.mode, { type: 'PAUSE' }),
                pauseReason: LOOP_REASON,
              }),
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
        ...(anchor.complete !== 'whole' && { complete: anchor.complete }),
        ...(anchor.isSecond && { second_reply: true }),
        actions: input.actions.length,
        ...saidOtherwise(input.frame.observed_at, anchor.observedAt),
        diagnostic: { tab_id: anchor.diagnosticTabId, page_url: anchor.diagnosticPageUrl },
      }),
      ...(loops
        ? [
            audit('conversation.mode_set', conversation.localConversationId, anchor, input, {
              from: conversation.mode,
              to: 'paused',
              reason: LOOP_REASON,
            }),
          ]
        : []),
    ],
  });
}

/**
 * Leaves older replies, whose place another reply has taken: results that wait are not sent into it, and results still
 * to come wait for a person (deliver-results.ts).
 */
function left(
  { replies, results }: repliesQueries.StillToCome,
  isOfIt: (row: { readonly conversationKey: string }) => boolean,
  now: number,
): Plan {
  const error = { code: 'anchor_stale', text: LEFT } as const;
  return joinPlans(
    plan({
      changes: replies.filter(isOfIt).map((row) => update(MESSAGE_ANCHORS, row, { leftAt: now })),
    }),
    // guard: left-not-sent
    ...results.filter(isOfIt).map((job) => cancelled(job, error, 'conductor', now)),
  );
}

/**
 * Records a reply that was known before. A delivery may still wait for it: told only now, or told of as part of a
 * history. It never acts by itself. A person may let it run once it was seen live: then the least that was seen live of
 * its end counts, and nobody can tell any more whether another reply to its turn came before it.
 */
function heardAgain(
  anchor: MessageAnchor,
  source: AnchorSource,
  inFlight: readonly DeliveryJob[],
  input: FinalMessageInput,
): Plan {
  const isNowLive = source === LIVE && anchor.source !== source;
  const verdict = isNowLive ? 'acts' : 'known';
  const complete = completenessOf(input.frame);
  const isLess = source === LIVE && anchor.complete === 'whole' && complete !== 'whole';
  const tells = input.frame.in_reply_to !== undefined;
  const isAnswer = inFlight.some((job) => isAnswerTo(job, verdict, input));
  const set = {
    ...(isNowLive && { source, isSecond: tells && !isAnswer }),
    ...(isLess && { complete }),
  };
  return joinPlans(
    plan({ changes: Object.keys(set).length > 0 ? [update(MESSAGE_ANCHORS, anchor, set)] : [] }),
    finalize(inFlight, anchor, verdict, input),
  );
}

/** Ends the deliveries whose message this is the reply to; what waits behind them, or behind a person's, continues. */
function finalize(
  inFlight: readonly DeliveryJob[],
  { anchorId }: MessageAnchor,
  verdict: Verdict,
  input: FinalMessageInput,
): Plan {
  const { now, clientId } = input;
  return joinPlans(
    ...inFlight
      .filter((job) => isAnswerTo(job, verdict, input))
      .map((job) =>
        changeJob({
          job,
          event: { type: 'FINAL_MESSAGE' },
          now,
          actor: `client:${clientId}`,
          set: { finalAnchorId: anchorId },
        }),
      ),
    plan({ effects: [dispatch()] }),
  );
}

function isAnswerTo(
  job: DeliveryJob,
  verdict: Verdict,
  { frame, clientId }: FinalMessageInput,
): boolean {
  if (job.status !== 'acked') return false;
  const { answers_job_id: named } = frame;
  // Only who brought the message there knows which reply is its own.
  // guard: reply-to-own-message
  if (named !== undefined) return named === job.jobId && job.clientId === clientId;
  // An older extension cannot tell: what it saw live is taken for the reply, unless it is an old one told late.
  return NEW_ONES.includes(verdict);
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
  return plan({ effects: [conversationChanged({ conversationKey })] });
}
