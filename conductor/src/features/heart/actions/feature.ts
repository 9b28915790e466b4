import { actionsOperations } from '../../../../../shared/api/actions.ts';
import { approvalsOperations } from '../../../../../shared/api/approvals.ts';
import { reviewsOperations } from '../../../../../shared/api/reviews.ts';
import { toolsOperations } from '../../../../../shared/api/tools.ts';
import { feature } from '../../../engine/feature.ts';
import { together } from '../../../engine/together.ts';
import { approvalsSqlite } from './approvals/sqlite.ts';
import { startApprovals } from './approvals/start.ts';
import { reviewsSqlite } from './reviews/sqlite.ts';
import { startReviews } from './reviews/start.ts';
import { actionsSqlite } from './sqlite.ts';
import { startActions } from './start.ts';

export { isBusy } from './open-work.sqlite.ts';
export { type DeliverySettings, LEFT } from './deliver-results.ts';
export { closeApproval, type Closing, newApproval, openApproval } from './change-approval.ts';
export { consentTo, loseTrack } from './change-instruction.ts';
export { findActions } from './find-actions.ts';
export { type FoundAction, instructionsOf, instructReply } from './instruct-reply.ts';
export { goesOnAlone } from './next-instructions.ts';
export type {
  Approval,
  ApprovalDecision,
  ApprovalKind,
  ApprovalSubject,
  Instruction,
  SubjectKind,
} from './rows.ts';
export { MAX_SHOWN_APPROVALS, placesShownWhole, readableOf, shownWhole } from './shown-action.ts';
export { boundedSchema } from './tools/bounded-schema.ts';
export { briefingText } from './tools/briefing.ts';
export type { Manual } from './tools/manual.ts';
export { paramsSignature } from './tools/params-signature.ts';
export { sourceOf } from './tools/built-in/built-in-tools.ts';
export {
  type Attachment,
  defineTool,
  failed,
  jsonResult,
  type LookedAt,
  type ServerStatus,
  textResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolRisk,
  type ToolServers,
  type ToolSource,
} from './tools/tool.ts';
export type { ApprovalAnswer, ApprovalsPort } from './approvals/start.ts';

/** Actions that assistants ask for: judged, looked at by a person, run, and answered. */
export const actionsFeature = feature({
  name: 'actions',
  operations: {
    ...actionsOperations,
    ...toolsOperations,
    ...approvalsOperations,
    ...reviewsOperations,
  },
  sqlite: [actionsSqlite, approvalsSqlite, reviewsSqlite],
  start(kit) {
    const actions = startActions(kit);
    const approvals = startApprovals(kit, actions.provides);
    const provides = { ...actions.provides, approvals: approvals.provides };
    return together(provides, actions, approvals, startReviews(kit));
  },
});
