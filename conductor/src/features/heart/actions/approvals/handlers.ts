import { createHash } from 'node:crypto';

import type { approvalsOperations } from '../../../../../../shared/api/approvals.ts';
import type { ApiError, Caller, Input } from '../../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import type { HandlersOf, Kit } from '../../../../engine/feature.ts';
import { found, notFound } from '../../../../engine/not-found.ts';
import { checkParams } from '../tools/check-params.ts';
import type { InstructionView } from '../views.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import { listPage } from '../../conversations/feature.ts';
import type { SettingsNow } from '../../../ground/settings/feature.ts';
import { answerApproval } from './steps/answer-approval.ts';
import type { EditedParams } from './steps/answer-input.ts';
import { type ApprovalView, approvalView } from './views.ts';
import * as approvals from './queries.ts';

/** Most characters of params: as many as an action itself may bring. */
const MAX_PARAMS_LENGTH = 256_000;

/** Creates the handlers for approvals and the answers of people. */
export function createApprovalHandlers(
  {
    store,
    read,
    now,
    newId,
    settings: { maxAttempts },
  }: Pick<Kit, 'store' | 'read' | 'now' | 'newId'> & {
    readonly settings: Pick<Kit['settings'], 'maxAttempts'>;
  },
  deps: { readonly settings: SettingsNow; readonly tools: Pick<ToolRegistry, 'find'> },
): HandlersOf<typeof approvalsOperations> {
  const { settings, tools } = deps;

  async function approvalOf(id: string): Promise<ApprovalView | null> {
    const row = await read.one(approvals.shownApproval({ approvalId: id }));
    return row && approvalView(row);
  }

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
    const [target = '', name = ''] = action?.split('::') ?? [];
    const tool = await tools.find(target, name);
    if (!tool.ok) return tool;
    const fault = checkParams(tool.value, params); // guard: edited-params
    if (fault !== null) return err({ ...fault, field: `body.${fault.field}` });
    return ok({ paramsJson, hash: hash(paramsJson), hashBefore: hash(beforeJson) });
  }

  async function answer(
    id: string,
    body: Input<(typeof approvalsOperations)['answerApproval']>['body'],
    caller: Caller,
  ): Promise<Result<ApprovalView, ApiError>> {
    const asked = await approvalOf(id);
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
      jobId: newId(),
      maxAttempts,
      messageLimits: settings.current().max_message_chars,
      now: now(),
    });
    if (!answered.ok) return answered;
    const after = await approvalOf(id);
    // It is read back; it may have been deleted in between.
    return after === null ? notFound(`The approval ${id} is gone.`) : ok(after);
  }

  /** Null: it is answered so. */
  async function answerOfMany(
    id: string,
    said: { readonly decision: 'approve' | 'deny'; readonly reason: string | null },
    caller: Caller,
  ): Promise<CodedError | null> {
    const asked = await approvalOf(id);
    if (asked === null) return { code: 'not_found', text: `There is no approval ${id}.` };
    if (
      said.decision === 'approve' &&
      (asked.instruction.risk === 'high' || // guard: answered-alone
        asked.quoted ||
        asked.tool_changed ||
        asked.may_leak ||
        asked.second_reply)
    ) {
      const text =
        'It is of high risk, stands in the words of others, may carry your data out, its tool was changed, or its turn was answered before: allow it by itself.';
      return { code: 'invalid_request', text };
    }
    const answered = await answer(id, said, caller);
    return answered.ok ? null : { code: answered.error.code, text: answered.error.text };
  }

  return {
    listApprovals: async ({ query: { decision, ...query } }) =>
      listPage(
        query,
        (page) =>
          read.one(approvals.shownApprovals({ conversation: query.conversation, decision, page })),
        approvalView,
      ),
    getApproval: async ({ params: { id } }) => found(await approvalOf(id), 'approval', id),

    answerApproval: ({ params: { id }, body }, caller) => answer(id, body, caller),

    async answerMany({ body: { ids, decision, reason } }, caller) {
      const items = [];
      // One after another: those of one reply go on together.
      for (const id of new Set(ids)) {
        const error = await answerOfMany(id, { decision, reason }, caller);
        items.push({ approval_id: id, error });
      }
      return ok({ items });
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
