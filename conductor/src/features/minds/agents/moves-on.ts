import type { AgentRunPart } from './queries.ts';
import { waitsForPerson } from './waits-for-person.ts';

/** Is there something to decide of the calls of its newest step: have all their results, or does a person come in between? */
export function movesOn(state: AgentRunPart): boolean {
  const { run, steps, instructions } = state;
  const step = steps.at(-1);
  if (step?.status !== 'acting' || run.status === 'stopping') return false;
  const rows = instructions.filter(({ anchorId }) => anchorId === step.stepId);
  const areDone = rows.every(({ status }) => status === 'succeeded' || status === 'failed');
  return areDone || waitsForPerson(state) === (run.status === 'running');
}

/** Is its model to be asked now? */
export function isAsking({ run, steps, conversation }: AgentRunPart): boolean {
  return (
    steps.at(-1)?.status === 'calling' && run.status === 'running' && conversation.mode !== 'paused'
  );
}
