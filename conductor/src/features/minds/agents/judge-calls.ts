import { repeatsItself, type Round, roundsToCompare } from '../../heart/replies/feature.ts';
import type { AgentRunState } from './queries.ts';
import type { AgentStep } from './rows.ts';

/** Some models count their calls anew in every reply; within a message a name is of one call. */
export function namedApart(
  calls: AgentStep['calls'],
  before: readonly AgentStep[],
): AgentStep['calls'] {
  const named: AgentStep['calls'][number][] = [];
  const isTaken = (name: string): boolean =>
    [...before, { calls: named }].some((step) => step.calls.some((one) => one.toolCallId === name));
  for (const call of calls) {
    let { toolCallId } = call;
    for (let more = 2; isTaken(toolCallId); more += 1) toolCallId = `${call.toolCallId}_${more}`;
    named.push({ ...call, toolCallId });
  }
  return named;
}

/** Checks whether a reply repeats earlier rounds of the same calls and results: its calls are not made again. */
export function goesInCircles(
  { steps, instructions }: AgentRunState,
  reply: Pick<AgentStep, 'calls' | 'text'>,
  maxEqualRounds: number,
): boolean {
  const rounds = steps
    .filter(({ status }) => status === 'closed')
    .slice(-Math.max(roundsToCompare(maxEqualRounds), 1))
    .map(({ stepId, calls, text }): Round => {
      const results = instructions
        .filter(({ anchorId }) => anchorId === stepId)
        .map(({ resultText, errorCode, errorText }) => [resultText, errorCode, errorText]);
      // The first line of a round's results never counts.
      const resultText = `\n${JSON.stringify(results)}`;
      return { actionsHash: askedFor(calls), rawText: text, resultText };
    });
  const asks = { actionsHash: askedFor(reply.calls), rawText: reply.text };
  return repeatsItself(asks, rounds.toReversed(), maxEqualRounds);
}

/** Without the names that a model gives its calls, which differ each time. */
function askedFor(calls: AgentStep['calls']): string {
  return JSON.stringify(calls.map(({ name, input }) => [name, input]));
}
