// Screens that come as one file: each in a file of its own, they weigh a tenth more.
export { Action } from './actions/action.tsx';
export { Approvals } from './approvals/approvals.tsx';
