import { expect, test } from 'vitest';

import type { AgentRunState } from '../../../../../conductor/src/features/minds/agents/queries.ts';
import { tellRun } from '../../../../../conductor/src/features/minds/agents/tell-run.ts';
import { UNTOLD } from '../../../../../conductor/src/features/minds/agents/told.ts';

type Row = AgentRunState['instructions'][number];
type Approval = AgentRunState['approvals'][number];

/** A run that was waiting for a person, with the rows of its one call. */
function waiting(row: Partial<Row>, approval: Partial<Approval>): AgentRunState {
  const instructionId = 'r.0.0';
  return {
    run: { runId: 'r', aiMessageId: 'msg_r', status: 'waiting_person' },
    session: { agentId: 'assistant', modelRef: 'test:small' },
    conversation: { localConversationId: 'session-1' },
    steps: [
      {
        stepId: 'r.0',
        number: 0,
        steers: [],
        status: 'acting',
        text: '',
        reasoning: '',
        repliedAt: 1,
        calls: [{ toolCallId: 'c', name: 'conductor::echo', input: '{}' }],
      },
    ],
    instructions: [
      {
        instructionId,
        anchorId: 'r.0',
        position: 0,
        target: 'conductor',
        tool: 'echo',
        paramsJson: '{}',
        readOnly: false,
        ...row,
      },
    ],
    approvals: [{ approvalId: 'a', instructionId, kind: 'permission', reason: null, ...approval }],
    workers: [],
  } as unknown as AgentRunState;
}

test('a stream ends where its run waits, and not where an answer is there that the run has not taken up', () => {
  const asks = waiting({ status: 'awaiting_approval' }, { decision: 'open' });
  const asked = tellRun(asks, UNTOLD, true);
  expect(asked.isOpen).toBe(false);
  expect(asked.chunks.map(({ type }) => type)).toEqual([
    'start-step',
    'tool-input-available',
    'tool-approval-request',
    'data-approval',
    'finish-step',
    'finish',
  ]);
  const answered = waiting({ status: 'pending' }, { decision: 'approved' });
  const { chunks, isOpen } = tellRun(answered, asked.told, false);
  expect(isOpen).toBe(true);
  expect(chunks.map(({ type }) => type)).toEqual([
    'start',
    'tool-approval-response',
    'data-approval',
  ]);
});
