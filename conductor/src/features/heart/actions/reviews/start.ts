import type { reviewsOperations } from '../../../../../../shared/api/reviews.ts';
import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { unknown } from '../../../../engine/not-found.ts';
import { instructionView } from '../views.ts';
import { policyRuleView, parsePolicyRule } from '../../policy/feature.ts';
import { settingsFeature } from '../../../ground/settings/feature.ts';
import { actionName } from '../../../../baa/action-name.ts';
import { countFits } from './count-fits.ts';
import { explain } from './explain.ts';
import { previewAction } from './preview-action.ts';
import { type JudgedBy, previewRules } from './preview-rules.ts';
import * as actions from '../queries.ts';
import * as reviews from './queries.ts';
import * as toolPins from '../../policy/tool-pins/queries.ts';
import * as approvals from '../approvals/queries.ts';
import * as conversations from '../../conversations/queries.ts';
import * as policy from '../../policy/queries.ts';

/** Actions that a rule is tried on. */
const PAST_ACTIONS = 500;

/** Runs of tools are counted so far back. */
const RECENT_MS = 86_400_000;

/** Actions of a conversation in which the text before a change is looked for. */
const EARLIER_ACTIONS = 200;

/** Handles the operations that explain and preview; it changes nothing. */
export function startReviews(kit: Kit): Handling<null, typeof reviewsOperations> {
  const { read, now, newId } = kit;
  const settings = kit.use(settingsFeature);

  return {
    provides: null,
    handlers: {
      async explainInstruction({ params: { id: instructionId } }) {
        const found = await read.snapshot({
          shown: actions.shownInstruction({ instructionId }),
          rules: actions.rulesFor({ instructionId }),
          foreign: actions.foreignAction({ instructionId, names: [] }),
          judgement: reviews.judgementOf({ instructionId }),
          read: actions.readMarks({ instructionId }),
          reply: actions.replyWith({ instructionId }),
        });
        const { shown } = found;
        if (shown === null) return err(unknown('action', instructionId, 'params.id'));
        const toolId = actionName(shown.instruction);
        const { rules, ...explained } = explain({
          ...found,
          pin: await read.one(toolPins.toolPin({ toolId })),
          instruction: shown.instruction,
          isSecond: found.reply?.anchor.isSecond === true,
          defaults: settings.current().policy,
        });
        const { localConversationId } = shown;
        return ok({
          ...explained,
          rules: rules.map((rule) =>
            policyRuleView({
              rule,
              localConversationId: rule.conversationKey === null ? null : localConversationId,
            }),
          ),
        });
      },

      async getApprovalPreview({ params: { id: approvalId } }) {
        const shown = await read.one(approvals.shownApproval({ approvalId }));
        if (shown === null) return err(unknown('approval', approvalId, 'params.id'));
        const { conversationKey, target, tool } = shown.instruction;
        const earlier = await read.one(
          reviews.succeededOn({
            conversationKey,
            target,
            limit: EARLIER_ACTIONS,
          }),
        );
        const { params } = instructionView(shown);
        const preview = previewAction({ target, tool, params }, earlier);
        if (preview.kind !== 'message') return ok(preview);
        const to = await read.one(
          conversations.conversationByLocalId({
            localConversationId: preview.to,
          }),
        );
        return ok({ ...preview, title: to?.customTitle ?? to?.title ?? null });
      },

      async countRuleFits(_input, { signal }) {
        const { past, kept } = await read.snapshot({
          past: reviews.pastActions({ limit: PAST_ACTIONS }),
          kept: policy.shownRules(),
        });
        const rules = (kept ?? []).map(({ rule }) => rule);
        return ok(await countFits(past, { rules, defaults: settings.current().policy }, signal));
      },

      async countToolRuns() {
        const since = now() - RECENT_MS;
        const counted = await read.one(reviews.toolRuns({ since }));
        const items = counted.map(({ runs, failed, ...of }) => ({
          tool: actionName(of),
          runs,
          failed,
        }));
        return ok({ since, items });
      },

      async previewRule({ body: { rule: request, without } }, { signal }) {
        const made = { ruleId: newId(), createdAt: now() };
        const more =
          request === null ? ok(null) : await parsePolicyRule(read, request, made, 'body.rule');
        if (!more.ok) return more;
        const { past, kept } = await read.snapshot({
          past: reviews.pastActions({ limit: PAST_ACTIONS }),
          kept: policy.shownRules(),
        });
        const rules = (kept ?? []).map(({ rule }) => rule);
        if (without !== null && !rules.some(({ ruleId }) => ruleId === without))
          return err(unknown('rule', without, 'body.without'));
        const defaults = settings.current().policy;
        const before: JudgedBy = { rules, defaults };
        const after: JudgedBy = {
          rules: [
            ...rules.filter(({ ruleId }) => ruleId !== without),
            ...(more.value === null ? [] : [more.value]),
          ],
          defaults,
        };
        return ok(await previewRules(past, before, after, signal));
      },
    },
  };
}
