import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { Verb } from '../../../../../../shared/verbs/verb.ts';
import { verbNamed } from '../../../../../../shared/verbs/verbs.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { insert, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { bindCall, isStillToBind, NEEDS_NONE, SAME_REPLY_MS } from '../bind-call.ts';
import {
  callRisk,
  elementNamed,
  promptMeant,
  type RiskFacts,
  sendsSecretNow,
} from '../call-risk.ts';
import { chooseExecutor, type ExecutorsNow } from '../choose-executor.ts';
import { forbidden, originOf } from '../origin-of.ts';
import type { SessionStanding, ShownResource } from '../queries.ts';
import { type ResourceCall, RESOURCE_CALLS } from '../rows.ts';
import * as resources from '../queries.ts';

export interface ProposeInput {
  readonly callId: string;
  readonly chatSessionId: string;
  readonly caller: ResourceCall['caller'];
  readonly instructionId: string | null;
  /** `browser.click` */
  readonly tool: string;
  readonly verb: Pick<Verb, 'writes' | 'risk' | 'by' | 'level'>;
  /** Arguments, checked, with defaults for those left out. */
  readonly args: JsonObject;
  readonly executorsNow: ExecutorsNow;
  /** Origin of the conductor. */
  readonly ownOrigin: string;
  /** Folders in which a person lets run what the project says. */
  readonly trusted: readonly string[];
  readonly now: number;
}

/**
 * Writes down what a call would be: on which resource, of which site, on which element. That is judged, shown to a person,
 * and done; nothing else. The same id again is the same call, as long as it has not been let run.
 */
export const proposeCall = defineStep({
  name: 'propose call',
  load: ({ callId, chatSessionId, args }: ProposeInput) => ({
    known: resources.call({ callId }),
    standing: resources.sessionStanding({ chatSessionId }),
    named: resources.shownResource({
      resourceId: typeof args['resource'] === 'string' ? args['resource'] : '',
    }),
  }),
  decide({ known, standing, named }, input): Decision<Result<ResourceCall, CodedError>> {
    if (standing === null)
      return refused({ code: 'not_found', text: `There is no session ${input.chatSessionId}.` });
    const argsJson = JSON.stringify(input.args);
    // What was shown to a person stands, unless they changed it.
    const gone = known !== null && hasGone(known, standing);
    // What only reads looks at the tab that is active now; what changes something was judged for the one that is gone.
    const rebinds = gone && !known.writes && input.args['resource'] === undefined;
    if (gone && !rebinds) return refused(closedMeanwhile(known));
    const unbound = rebinds || (known?.resourceId === null && !NEEDS_NONE.includes(input.tool));
    if (
      known !== null &&
      (known.status !== 'proposed' || (known.argsJson === argsJson && !unbound))
    )
      return { plan: plan({}), outcome: ok(known) };
    const bound = bindCall(input.tool, input.args, standing, named, input);
    if (!bound.ok) {
      const isEarly = known === null && isStillToBind(input.tool, input.args, standing);
      if (bound.error.code !== 'no_resource' || !isEarly) return refused(bound.error);
    }
    const call = callOf(input, argsJson, standing, bound.ok ? bound.value : null);
    if (!call.ok) return refused(call.error);
    // A person who changed it knows what they let run.
    const isSame = known?.argsJson === argsJson;
    if (known !== null && isSame && GRADES.indexOf(call.value.risk) > GRADES.indexOf(known.risk)) {
      const text = 'What it would act on is graver than what was allowed: ask for it again.';
      return refused({ code: 'page_changed', text });
    }
    return { plan: written(known, call.value), outcome: ok(call.value) };
  },
});

/** An action before it in the same reply, or a person, has closed what it was to act on. */
function hasGone({ status, resourceId }: ResourceCall, { open }: SessionStanding): boolean {
  return (
    status === 'proposed' &&
    resourceId !== null &&
    !open.some(({ resource }) => resource.resourceId === resourceId)
  );
}

function closedMeanwhile({ resourceId }: ResourceCall): CodedError {
  return { code: 'resource_closed', text: `${resourceId} was closed before its turn came.` };
}

const GRADES: readonly ResourceCall['risk'][] = ['low', 'medium', 'high'];

function written(known: ResourceCall | null, call: ResourceCall): Plan {
  if (known === null) return plan({ changes: [insert(RESOURCE_CALLS, call)] });
  const { callId: _id, version: _version, createdAt: _at, ...set } = call;
  return plan({ changes: [update(RESOURCE_CALLS, known, set)] });
}

function callOf(
  { callId, chatSessionId, caller, instructionId, tool, verb, args, ...rest }: ProposeInput,
  argsJson: string,
  standing: SessionStanding,
  bound: ShownResource | null,
): Result<ResourceCall, CodedError> {
  const { executorsNow, ownOrigin, trusted, now } = rest;
  const url = typeof args['url'] === 'string' && verb.by === 'executor' ? args['url'] : null;
  const goes = tool === 'browser.ensure' || tool === 'browser.navigate';
  const fault = goes && url !== null ? forbidden(url, ownOrigin) : null;
  if (fault !== null) return err({ code: 'origin_forbidden', text: fault });
  let place: RiskFacts['place'] = bound?.resource ?? null;
  if (NEEDS_NONE.includes(tool) && verb.by === 'executor') {
    const chosen = chooseExecutor(tool, args, standing.executors, executorsNow);
    if (!chosen.ok) return chosen;
    place = chosen.value;
  }
  const resourceId = bound?.resource.resourceId ?? null;
  const element = elementNamed(args, standing.read, resourceId);
  const { writes, risk: verbRisk } = verb;
  const resource = bound?.resource ?? null;
  const promptIn = promptMeant({ tool, args, standing, resource, trusted });
  const risk = callRisk({
    tool,
    args,
    verbRisk,
    writes,
    standing,
    resource,
    place,
    element,
    trusted,
    now,
  });
  const doc = verb.level === 'act' ? docMeant(callId, resource, standing, now) : null;
  return ok({
    callId,
    resourceId,
    chatSessionId,
    caller,
    instructionId,
    tool,
    argsJson,
    writes,
    risk,
    status: 'proposed',
    attempt: 0,
    queuedAt: now,
    dispatchedAt: null,
    finishedAt: null,
    deadlineAt: null,
    // Of where it goes, or of where it is.
    expected: tool.startsWith('browser.')
      ? {
          origin: originOf(goes && url !== null ? url : (resource?.lastUrl ?? null)),
          ...(doc !== null && { doc }), // guard: act-on-shown-document
          ...(element !== null && { target: element }),
          // guard: judged-secrets
          ...(sendsSecretNow({ tool, args, standing, resource }) && { sends_secret: true }),
          ...(verb.level === 'act' && risk === 'low' && { plain: true }),
        }
      : promptIn === null
        ? null
        : { origin: null, prompt_in: promptIn },
    resultJson: null,
    errorCode: null,
    errorText: null,
    createdAt: now,
    version: 1,
  });
}

/**
 * The document that the chat was shown. Null: none is known, or a call before this one that has yet to end may lead
 * elsewhere, and who asked for both meant what comes then.
 */
function docMeant(
  ownId: string,
  resource: ShownResource['resource'] | null,
  { unfinished }: SessionStanding,
  now: number,
): string | null {
  const isMoving = unfinished.some(
    ({ callId, resourceId, tool, status, createdAt }) =>
      callId !== ownId &&
      resourceId === resource?.resourceId &&
      verbNamed(tool)?.writes === true &&
      (status !== 'proposed' || now - createdAt < SAME_REPLY_MS),
  );
  return isMoving ? null : (resource?.lastDoc ?? null);
}

function refused(error: CodedError) {
  return { plan: plan({}), outcome: err(error) };
}
