import { goesOnAlone, type Instruction } from '../../heart/actions/feature.ts';
import type { AgentRunPart } from './queries.ts';

/** Does a run that has not ended stand still until a person answers something of it, or of those that work for it? */
export function waitsForPerson(state: AgentRunPart): boolean {
  const { run, steps, instructions } = state;
  if (run.status !== 'running' && run.status !== 'waiting_person') return false;
  const step = steps.at(-1);
  if (step?.status !== 'acting') return run.status === 'waiting_person';
  const rows = instructions.filter(({ anchorId }) => anchorId === step.stepId);
  const isDone = rows.every(({ status }) => status === 'succeeded' || status === 'failed');
  return !isDone && !goesOnAlone(rows.map((row) => asOfWorker(row, state)));
}

/** A call for which another agent works waits for a person while that one does. */
function asOfWorker(row: Instruction, { workers }: AgentRunPart): Instruction {
  const worker = workers.find(({ session }) => session.parentInstructionId === row.instructionId);
  const waits = row.status === 'running' && worker !== undefined && waitsForPerson(worker);
  return waits ? { ...row, status: 'awaiting_approval' } : row;
}
