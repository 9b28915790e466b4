import type { AgentChunk } from '../../api/agent-stream.ts';

/** Characters of a worker's text that are drawn: its end. */
const WORKER_CHARS = 2_000;

/** An agent that works for a call. */
export interface Worker {
  readonly call: string;
  readonly name: string;
  readonly text: string;
  readonly state: 'busy' | 'good' | 'bad';
}

/** The text of one step that an agent is writing, and the agents that work for it. */
export interface Writing {
  readonly run: string;
  /** Number of the step, from 0; -1: none has begun. */
  readonly step: number;
  readonly thought: string;
  readonly text: string;
  /** Names of what it calls, in their order. */
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  readonly workers: readonly Worker[];
}

export const NOTHING_WRITTEN: Writing = {
  run: '',
  step: -1,
  thought: '',
  text: '',
  calls: [],
  workers: [],
};

/** Returns the text after one more chunk. */
export function writtenAfter(before: Writing, chunk: AgentChunk): Writing {
  const { type, delta = '', toolCallId: call = '' } = chunk;
  const ofStep = { thought: '', text: '', calls: [] };
  switch (type) {
    case 'start':
      return { ...NOTHING_WRITTEN, run: chunk.messageMetadata?.runId ?? '' };
    case 'start-step':
      return { ...before, ...ofStep, step: before.step + 1 };
    case 'reset-step':
      return { ...before, ...ofStep };
    case 'reasoning-delta':
      return { ...before, thought: before.thought + delta };
    case 'text-delta':
      return { ...before, text: before.text + delta };
    case 'tool-input-start':
    case 'tool-input-available': {
      if (before.calls.some(({ id }) => id === call)) return before;
      return { ...before, calls: [...before.calls, { id: call, name: chunk.toolName ?? '' }] };
    }
    case 'tool-output-available':
      return chunk.preliminary === true ? before : withWorker(before, call, { state: 'good' });
    case 'tool-output-error':
    case 'tool-output-denied':
      return withWorker(before, call, { state: 'bad' });
    case 'data-sub-agent':
      return afterWorker(before, chunk.data ?? {});
    default:
      return before;
  }
}

function afterWorker(before: Writing, { toolCallId: call = '', name = '', chunk }: Data): Writing {
  const known = before.workers.find((one) => one.call === call);
  const { text }: Pick<Worker, 'text'> = known ?? { text: '' };
  const words = chunk?.type === 'text-delta' ? text + (chunk.delta ?? '') : text;
  const after = chunk?.type === 'start-step' ? '' : words.slice(-WORKER_CHARS);
  if (known !== undefined) return withWorker(before, call, { text: after });
  const worker: Worker = { call, name, text: after, state: 'busy' };
  return { ...before, workers: [...before.workers, worker] };
}

type Data = NonNullable<AgentChunk['data']>;

function withWorker(before: Writing, call: string, change: Partial<Worker>): Writing {
  if (!before.workers.some((one) => one.call === call)) return before;
  const workers = before.workers.map((one) => (one.call === call ? { ...one, ...change } : one));
  return { ...before, workers };
}
