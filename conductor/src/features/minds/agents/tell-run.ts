import { hasEnded } from './agent-changes.ts';
import { approvalParts, callParts, workerOf, type Written } from './call-parts.ts';
import type { ApprovalPart, OpenBrowserPart, ToolPart } from './message-part.ts';
import { openBrowserParts } from './opened-tab.ts';
import type { AgentRunPart } from './queries.ts';
import type { AgentStep } from './rows.ts';
import type { StreamChunk } from './stream-chunk.ts';
import { hasLive, takeBack, textId, type Told, UNTOLD } from './told.ts';
import { waitsForPerson } from './waits-for-person.ts';
import { hasReplied, reasoningId, steerParts } from './write-message.ts';

export interface Telling {
  readonly chunks: readonly StreamChunk[];
  readonly told: Told;
  /** More is to come by itself: neither has the run ended, nor does it wait for a person. */
  readonly isOpen: boolean;
}

/**
 * Returns what of a run was not told yet: pure, from its rows alone, so that a stream that a crash cut off goes on
 * where it was, and a lost one can be told again.
 *
 * @param state Rows from the newest step on that was told.
 * @param wasOpen The stream has begun and not ended.
 */
export function tellRun(state: AgentRunPart, before: Told, wasOpen: boolean): Telling {
  const { run, session } = state;
  const { aiMessageId: messageId, runId } = run;
  const said: StreamChunk[] = [];
  let told = before;
  for (const step of state.steps) {
    if (step.number < told.step) continue;
    if (step.number > told.step) {
      said.push(...steerParts(step), { type: 'start-step' });
      told = { ...UNTOLD, step: step.number, isReplied: false, isFinished: false };
    }
    told = tellStep(state, step, told, said);
  }
  // Who has just answered is not told that it waits for them.
  const isOpen = !hasEnded(run) && !(run.status === 'waiting_person' && waitsForPerson(state));
  if (!wasOpen && !isOpen && said.length === 0) return { chunks: [], told, isOpen };
  const start: StreamChunk = {
    type: 'start',
    messageId,
    messageMetadata: { runId, agentId: session.agentId, model: session.modelRef },
  };
  return {
    chunks: [...(wasOpen ? [] : [start]), ...said, ...(isOpen ? [] : ending(run))],
    told,
    isOpen,
  };
}

function tellStep(state: Written, step: AgentStep, before: Told, said: StreamChunk[]): Told {
  let told = before;
  const isOver = step.status !== 'calling' && step.status !== 'acting';
  if (hasReplied(step) && !told.isReplied) told = tellReply(step, told, state, said);
  if (hasReplied(step)) {
    for (const position of step.calls.keys()) told = tellWorker(state, step, position, told, said);
    const asked = approvalParts(state, step);
    for (const part of asked) told = tellApproval(part, told, said);
    for (const part of openBrowserParts(state, step)) told = tellOpened(part, told, said);
    for (const [position, part] of callParts(state, step).entries())
      told = tellResult(part, position, told, said);
  }
  if (isOver && !hasReplied(step) && hasLive(told)) {
    said.push({ type: 'reset-step' });
    told = takeBack(told);
  }
  if (!isOver || told.isFinished) return told;
  said.push({ type: 'finish-step' });
  return { ...told, isFinished: true };
}

function tellReply(step: AgentStep, before: Told, state: Written, said: StreamChunk[]): Told {
  let told = before;
  if (hasLive(told) && !isSame(told.live, step)) {
    said.push({ type: 'reset-step' });
    told = takeBack(told);
  }
  const thoughts = reasoningId(step);
  if (step.reasoning !== '') {
    if (told.live.reasoning === 0)
      said.push(
        { type: 'reasoning-start', id: thoughts },
        { type: 'reasoning-delta', id: thoughts, delta: step.reasoning },
      );
    said.push({ type: 'reasoning-end', id: thoughts });
  }
  const words = textId(step);
  if (step.text !== '') {
    if (told.live.text === 0)
      said.push(
        { type: 'text-start', id: words },
        { type: 'text-delta', id: words, delta: step.text },
      );
    said.push({ type: 'text-end', id: words });
  }
  for (const { toolCallId, type, input } of callParts(state, step))
    said.push({
      type: 'tool-input-available',
      toolCallId,
      toolName: type.slice('tool-'.length),
      input,
    });
  return { ...told, isReplied: true };
}

/** Checks that the streamed text is that of the reply, and that each streamed call is one of its calls. */
function isSame({ text, reasoning, calls }: Told['live'], step: AgentStep): boolean {
  return (
    text === step.text.length &&
    reasoning === step.reasoning.length &&
    calls.every((id, position) => step.calls[position]?.toolCallId === id)
  );
}

function tellApproval({ id, data, ...part }: ApprovalPart, told: Told, said: StreamChunk[]): Told {
  const was = told.asked[id];
  const { toolCallId, why, decision, reason } = data;
  const isOpen = decision === 'open';
  if (was === undefined)
    said.push({ type: 'tool-approval-request', approvalId: id, toolCallId, reason: why });
  if (!isOpen && was !== 'answered') {
    const approved = decision === 'approved' || decision === 'run_again';
    const words = reason === null ? {} : { reason };
    said.push({ type: 'tool-approval-response', approvalId: id, approved, ...words });
  }
  const now = isOpen ? 'open' : 'answered';
  if (was !== now) said.push({ ...part, id, data });
  return { ...told, asked: { ...told.asked, [id]: now } };
}

/** So much of what a worker said last shows how far it is. */
const TAIL_LENGTH = 2_000;

/** How far the agent is that works for a call, once for each of its steps. */
function tellWorker(
  state: Written,
  step: AgentStep,
  position: number,
  told: Told,
  said: StreamChunk[],
): Told {
  const call = step.calls[position];
  const worker = workerOf(state, step, position);
  const closed = worker?.steps.filter(({ status }) => status === 'closed') ?? [];
  const before = told.workers?.[position] ?? 0;
  const isOver = worker === null || hasEnded(worker.run);
  if (call === undefined || isOver || closed.length <= before) return told;
  said.push({
    type: 'tool-output-available',
    toolCallId: call.toolCallId,
    output: {
      text_tail: (closed.at(-1)?.text ?? '').slice(-TAIL_LENGTH),
      steps: closed.length,
      tools: closed.flatMap(({ calls }) => calls.map(({ name }) => name)),
    },
    preliminary: true,
  });
  return { ...told, workers: { ...told.workers, [position]: closed.length } };
}

function tellOpened(part: OpenBrowserPart, told: Told, said: StreamChunk[]): Told {
  const { opened = [] } = told;
  if (opened.includes(part.id)) return told;
  said.push(part);
  return { ...told, opened: [...opened, part.id] };
}

function tellResult(part: ToolPart, position: number, told: Told, said: StreamChunk[]): Told {
  if (told.ended.includes(position)) return told;
  const { toolCallId } = part;
  switch (part.state) {
    case 'output-available':
      said.push({ type: 'tool-output-available', toolCallId, output: part.output });
      break;
    case 'output-error':
      said.push({ type: 'tool-output-error', toolCallId, errorText: part.errorText });
      break;
    case 'output-denied':
      said.push({ type: 'tool-output-denied', toolCallId });
      break;
    case 'input-available':
    case 'approval-requested':
    case 'approval-responded':
      return told;
  }
  return { ...told, ended: [...told.ended, position] };
}

function ending({ status, errorCode, errorText, stopReason }: AgentRunPart['run']): StreamChunk[] {
  switch (status) {
    case 'waiting_person':
      return [{ type: 'finish-step' }, { type: 'finish', finishReason: 'tool-calls' }];
    case 'failed':
      return [{ type: 'error', errorText: `${errorCode ?? 'internal'}: ${errorText ?? ''}` }];
    case 'stopped':
      return [{ type: 'abort', reason: stopReason ?? 'stopped' }];
    default:
      return [{ type: 'finish', finishReason: 'stop' }];
  }
}
