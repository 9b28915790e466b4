import { approvalsOperations } from '../../../../shared/api/approvals.ts';
import { feature } from '../../engine/feature.ts';
import { approvalsSqlite } from './sqlite.ts';
import { startApprovals } from './start.ts';

export type { ApprovalAnswer, ApprovalsPort } from './start.ts';

/** What waits for a person about an action. */
export const approvalsFeature = feature({
  name: 'approvals',
  operations: approvalsOperations,
  sqlite: approvalsSqlite,
  start: startApprovals,
});
