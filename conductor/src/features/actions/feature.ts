import { actionsOperations } from '../../../../shared/api/actions.ts';
import { toolsOperations } from '../../../../shared/api/tools.ts';
import { feature } from '../../engine/feature.ts';
import type {} from './effects.ts';
import { actionsSqlite } from './sqlite.ts';
import { startActions } from './start.ts';

export { type DeliverySettings, LEFT } from './deliver-results.ts';
export {
  closeApproval,
  type Closing,
  expired,
  newApproval,
  openApproval,
} from './change-approval.ts';
export {
  changeInstruction,
  consentTo,
  endInstruction,
  goOn,
  type InstructionChange,
  loseTrack,
} from './change-instruction.ts';
export { findActions } from './find-actions.ts';
export { judgedAction, type JudgedDetail } from './judged-detail.ts';
export { noteFailure } from './note-results.ts';
export { type FoundAction, instructionsOf, instructReply } from './instruct-reply.ts';
export { SHOWN_INSTRUCTION } from './lists.sqlite.ts';
export { goesOnAlone } from './next-instructions.ts';
export type { ActingReply, ShownInstruction } from './queries.ts';
export type {
  Approval,
  ApprovalDecision,
  ApprovalKind,
  ApprovalSubject,
  Instruction,
  SubjectKind,
} from './rows.ts';
export {
  fitsPopup,
  MAX_SHOWN_APPROVALS,
  placesShownWhole,
  readableOf,
  shownWhole,
} from './shown-action.ts';
export { boundedSchema } from './tools/bounded-schema.ts';
export { briefingText } from './tools/briefing.ts';
export { checkParams } from './tools/check-params.ts';
export type { Manual } from './tools/manual.ts';
export { paramsSignature } from './tools/params-signature.ts';
export { type ToolRegistry } from './tools/tool-registry.ts';
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
export { type InstructionView, instructionView } from './views.ts';

/** What assistants ask for: judged, run, and answered. */
export const actionsFeature = feature({
  name: 'actions',
  operations: { ...actionsOperations, ...toolsOperations },
  sqlite: actionsSqlite,
  start: startActions,
});
