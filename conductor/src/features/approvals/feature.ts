export { sweepApprovals } from './sweep-approvals.ts';
export {
  answerApproval,
  answerApprovalFromBrowser,
  type EditedParams,
} from './steps/answer-approval.ts';
export { cancelInstruction } from './steps/end-waiting.ts';
export { approvalView, type ApprovalView } from './views.ts';
