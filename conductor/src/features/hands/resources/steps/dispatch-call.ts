import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../../../shared/protocol/index.ts';
import { verbNamed } from '../../../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { askPerson } from '../ask-person.ts';
import { changeCall, changeResource } from '../call-changes.ts';
import { isGranted, isListed } from '../grants.ts';
import { GRACE_MS, type Limits, limitOf } from '../limits.ts';
import { originOf } from '../origin-of.ts';
import type { Standing } from '../queries.ts';
import { reopening } from '../reopen-page.ts';
import type { Executor, ResourceCall } from '../rows.ts';
import type { UploadFiles } from '../upload-files.ts';
import { unopened } from './cancel-call.ts';
import { endCall } from './end-call.ts';
import * as resources from '../queries.ts';
import { resourceCallsWait } from '../effects.ts';

interface DispatchInput {
  readonly resourceId: string;
  /** Executors that are connected. */
  readonly live: readonly string[];
  /** How long a person has to answer; null: for ever. */
  readonly expireAfterMs: number | null;
  /** Files of the call at the front, if that puts files into a page. */
  readonly upload: UploadFiles | null;
  readonly limits: Pick<Limits, 'work_window' | 'worker_origins'>;
  readonly now: number;
}

/**
 * Hands the call at the front of a resource's queue to its executor, while the grant stands. Where a site is not granted,
 * a person is asked; a call that waits for a person holds up those behind it, a proposed one does not. Outcome: the id of
 * the dispatched call; null: none.
 */
export const dispatchCall = defineStep({
  name: 'dispatch call',
  load: ({ resourceId }: DispatchInput) => ({
    standing: resources.standing({ resourceId }),
    executors: resources.executors(),
  }),
  decide({ standing, executors }, input): Decision<string | null> {
    const nothing = { plan: plan({}), outcome: null };
    if (standing === null) return nothing;
    // What has not been let run holds up nothing.
    const front = standing.calls.find(({ status }) => status !== 'proposed');
    if (front?.status !== 'queued') return nothing;
    const { resource, session } = standing;
    const { status } = resource;
    const isThere = status === 'opening' || status === 'ready' || status === 'parked';
    if (!isThere || !input.live.includes(resource.executorId)) return nothing;
    if (status === 'parked' && front.tool !== 'browser.ensure')
      return { plan: reopening(standing, front, input.now), outcome: null };
    const wanted = grantWanted(standing, front, executors, input);
    if (wanted !== null && isRefused(standing, input))
      return { plan: refused(standing, front, wanted.origin, input.now), outcome: null };
    // guard: grant-before-dispatch
    if (wanted !== null) {
      const { expireAfterMs, now } = input;
      const expiresAt = expireAfterMs === null ? null : now + expireAfterMs;
      return {
        plan: joinPlans(
          changeCall(front, session, {
            event: { type: 'WAIT' },
            now,
            set: { deadlineAt: null },
            detail: { ...wanted, code: 'not_granted' },
          }),
          askPerson(front, session, {
            about: 'grant',
            now,
            expiresAt,
            more: { ...wanted, givenBy: resource.adapter === 'tab' ? 'popup' : 'answer' },
          }),
        ),
        outcome: null,
      };
    }
    const { upload, limits, now } = input;
    const { work_window: window } = limits;
    if (front.tool !== 'browser.upload')
      return {
        plan: dispatched(standing, front, { files: [], window, now }),
        outcome: front.callId,
      };
    // Another came to the front meanwhile: its files are read first.
    if (upload?.callId !== front.callId) return { plan: waits(standing), outcome: null };
    if (!upload.files.ok)
      return { plan: unread(standing, front, upload.files.error, now), outcome: null };
    const files = upload.files.value;
    return { plan: dispatched(standing, front, { files, window, now }), outcome: front.callId };
  },
});

/** The grant that is missing; null: none. A page that was lent was granted with it. */
function grantWanted(
  { resource, grants }: Standing,
  call: ResourceCall,
  executors: readonly Executor[],
  { limits, now }: Pick<DispatchInput, 'limits' | 'now'>,
): { readonly origin: string; readonly level: 'read' | 'act' } | null {
  const origin = call.expected?.origin ?? null;
  if (resource.resourceType !== 'browser' || origin === null) return null;
  const level = verbNamed(call.tool)?.level ?? 'act';
  const { executorId, chatSessionId } = resource;
  if (resource.originKind === 'lent' && originOf(resource.lastUrl) === origin) return null;
  const isOfWorker = resource.adapter !== 'tab';
  if (isOfWorker && (limits.worker_origins === 'run' || isListed(executors, resource, origin)))
    return null;
  return isGranted(grants, { executorId, origin, chatSessionId, level }, now)
    ? null
    : { origin, level };
}

/** Tells whether a site is refused without a question: the person wants none about sites of workers' browsers. */
function isRefused(
  { resource }: Standing,
  { limits: { worker_origins: decision } }: DispatchInput,
): boolean {
  return resource.adapter !== 'tab' && decision === 'deny'; // guard: worker-origins-denied
}

function refused(standing: Standing, call: ResourceCall, origin: string, now: number): Plan {
  const text = `${origin} is not allowed in browsers of workers (the setting resources.worker_origins).`;
  const error = { code: 'not_granted', text } as const;
  const { session, questions } = standing;
  const ending = { event: { type: 'FAILED' }, error, questions, executorId: null, now } as const;
  return joinPlans(
    endCall(call, session, ending),
    unopened({ call, standing }, error, now),
    waits(standing),
  );
}

function waits({ resource: { resourceId } }: Standing): Plan {
  return plan({ effects: [resourceCallsWait({ resourceId })] });
}

/** Fails a call whose files for the page cannot be read: nothing of it was done. */
function unread(standing: Standing, call: ResourceCall, error: CodedError, now: number): Plan {
  const { session, questions } = standing;
  const ending = { event: { type: 'FAILED' }, error, questions, executorId: null, now } as const;
  return joinPlans(endCall(call, session, ending), waits(standing));
}

function dispatched(
  { resource, session }: Standing,
  call: ResourceCall,
  given: {
    readonly files: FrameOf<'tool.call'>['attachments'];
    readonly window: Limits['work_window'];
    readonly now: number;
  },
): Plan {
  const { files: attachments, window, now } = given;
  const { resource: _named, ...args } = JSON.parse(call.argsJson) as JsonObject;
  const limitMs = limitOf(call.tool, args);
  const attempt = call.attempt + 1;
  return joinPlans(
    changeCall(call, session, {
      event: { type: 'DISPATCH' },
      now,
      set: { attempt, dispatchedAt: now, deadlineAt: now + limitMs + GRACE_MS },
      detail: { attempt, executor_id: resource.executorId },
    }),
    resource.status === 'ready'
      ? changeResource(resource, session, { event: { type: 'CALL_BEGUN' }, now })
      : plan({}),
    plan({
      frames: [
        {
          clientId: resource.executorId,
          frame: {
            type: 'tool.call',
            call_id: call.callId,
            chat_session_id: call.chatSessionId,
            resource_id: resource.resourceId,
            tool: call.tool,
            args,
            attempt,
            reconcile: attempt > 1,
            deadline_ms: limitMs,
            level: verbNamed(call.tool)?.level ?? 'act',
            expect: call.expected,
            attachments,
            ...(resource.adapter === 'tab' && { work_window: window }),
          },
        },
      ],
    }),
  );
}
