import { createHash } from 'node:crypto';

import type { ApiError, Caller } from '../../../../shared/api/operation.ts';
import type { Handlers } from '../../../../shared/api/operations.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { Clock, IdSource, Store } from '../../engine/runtime.ts';
import {
  briefingText,
  checkParams,
  createListTools,
  type InstructionRunner,
  type InstructionView,
  type Manual,
  type ServerStatus,
  type ToolRegistry,
} from '../actions/feature.ts';
import type { Artifacts } from '../artifacts/feature.ts';
import type { Lookups } from './reads.ts';
import { addPolicyRule, type PolicyRule, removePolicyRule } from '../policy/feature.ts';
import type { SettingsNow } from '../settings/feature.ts';
import { answerApproval, cancelInstruction, type EditedParams } from '../approvals/feature.ts';

type ActionHandlers = Pick<
  Handlers,
  | 'answerApproval'
  | 'cancelInstruction'
  | 'addPolicyRule'
  | 'removePolicyRule'
  | 'getBriefing'
  | 'listTools'
  | 'deleteArtifact'
>;

/** As many characters as an action itself may bring. */
const MAX_PARAMS_LENGTH = 256_000;

/** What a tool can be called by, and `*`. */
const TOOL_PATTERN = /^[A-Za-z0-9_.*-]+(::[A-Za-z0-9_.*-]+)?$/;

export function createActionHandlers(deps: {
  readonly store: Store;
  readonly reads: Lookups;
  readonly tools: Pick<ToolRegistry, 'find'>;
  readonly manual: Manual;
  readonly servers: () => readonly ServerStatus[];
  readonly runner: Pick<InstructionRunner, 'cancel'>;
  readonly artifacts: Pick<Artifacts, 'remove'>;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  readonly settings: SettingsNow;
}): ActionHandlers {
  const { store, reads, tools, runner, artifacts, now, newId, maxAttempts } = deps;
  const settings = () => ({
    jobId: newId(),
    maxAttempts,
    messageLimits: deps.settings.current().max_message_chars,
    now: now(),
  });

  /** Null: they are as the assistant wrote them. */
  async function editOf(
    { action, params: before }: InstructionView,
    params: JsonObject,
  ): Promise<Result<EditedParams | null, ApiError>> {
    const paramsJson = JSON.stringify(params);
    const beforeJson = JSON.stringify(before);
    if (paramsJson === beforeJson) return ok(null);
    if (paramsJson.length > MAX_PARAMS_LENGTH) {
      const text = `params: at most ${MAX_PARAMS_LENGTH} characters of JSON.`;
      return err({ code: 'invalid_params', text, field: 'body.params' });
    }
    const [target = '', tool = ''] = action?.split('::') ?? [];
    const found = await tools.find(target, tool);
    if (!found.ok) return found;
    const fault = checkParams(found.value, params);
    if (fault !== null) return err({ ...fault, field: `body.${fault.field}` });
    return ok({ paramsJson, hash: hash(paramsJson), hashBefore: hash(beforeJson) });
  }

  return {
    listTools: createListTools({ ...deps, read: reads }),

    async getBriefing({ query: { conversation } }) {
      const key = conversation === undefined ? null : reads.conversationKeyOf(conversation);
      if (key === null && conversation !== undefined)
        return notFound(`There is no conversation ${conversation}.`, 'query.conversation');
      return ok({ text: briefingText(await deps.manual.targets(key)) });
    },

    async answerApproval({ params: { id }, body }, caller) {
      const asked = reads.approval(id);
      if (asked === null) return notFound(`There is no approval ${id}.`);
      if (body.params !== undefined && body.decision !== 'approve') {
        const text = 'params: only an approval can bring other params.';
        return err({ code: 'invalid_request', text, field: 'body.params' });
      }
      const edit =
        body.params === undefined ? ok(null) : await editOf(asked.instruction, body.params);
      if (!edit.ok) return edit;
      const answered = await store.run(answerApproval, {
        approvalId: id,
        decision: body.decision,
        reason: body.reason,
        edited: edit.value,
        via: caller.via,
        actor: 'person',
        ...settings(),
      });
      if (!answered.ok) return answered;
      return found(reads.approval(id), `The approval ${id} is gone.`);
    },

    async cancelInstruction({ params: { id } }, caller) {
      const outcome = await store.run(cancelInstruction, {
        instructionId: id,
        via: caller.via,
        ...settings(),
      });
      if (outcome === 'not_found') return notFound(`There is no action ${id}.`);
      if (outcome === 'invalid_transition') {
        return err({ code: outcome, text: 'The action has ended already.' });
      }
      if (outcome === 'running') await untilGone(runner.cancel(id), caller);
      return found(reads.instruction(id), `The action ${id} is gone.`);
    },

    async addPolicyRule({ body }, caller) {
      const { conversation } = body;
      const unknown = () =>
        notFound(`There is no conversation ${conversation}.`, 'body.conversation');
      const key = conversation === null ? null : reads.conversationKeyOf(conversation);
      if (key === null && conversation !== null) return unknown();
      if (!TOOL_PATTERN.test(body.tool) || !/::|\*/.test(body.tool)) {
        const text = 'tool: write it as target::tool; * fits any characters.';
        return err({ code: 'invalid_request', text, field: 'body.tool' });
      }
      const rule: PolicyRule = {
        ruleId: newId(),
        conversationKey: key,
        toolPattern: body.tool,
        // No pattern at all and patterns of no param say the same.
        paramsPattern: Object.keys(body.params ?? {}).length === 0 ? null : body.params,
        decision: body.decision,
        reason: body.reason,
        createdAt: now(),
        version: 1,
      };
      const outcome = await store.run(addPolicyRule, { rule, via: caller.via });
      if (outcome === 'not_found') return unknown();
      return found(reads.policyRule(rule.ruleId), `The rule ${rule.ruleId} is gone.`);
    },

    async removePolicyRule({ params: { id } }, { via }) {
      const outcome = await store.run(removePolicyRule, { ruleId: id, via, now: now() });
      return outcome === 'removed' ? ok({ deleted: true }) : notFound(`There is no rule ${id}.`);
    },

    async deleteArtifact({ params: { id } }, { via }) {
      const removed = await artifacts.remove(id, via);
      return removed ? ok({ deleted: true }) : notFound(`There is no artifact ${id}.`);
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function notFound(text: string, field?: string): Result<never, ApiError> {
  return err({ code: 'not_found', text, ...(field !== undefined && { field }) });
}

/** What was changed is read back; it may have been deleted in between. */
function found<T>(view: T | null, text: string): Result<T, ApiError> {
  return view === null ? notFound(text) : ok(view);
}

/** Resolves when it has ended, or the caller has left. */
async function untilGone(ended: Promise<void>, { signal }: Caller): Promise<void> {
  const left = Promise.withResolvers<void>();
  const leave = () => left.resolve();
  if (signal.aborted) return;
  signal.addEventListener('abort', leave, { once: true });
  await Promise.race([ended, left.promise]);
  signal.removeEventListener('abort', leave);
}
