import { shownParams } from '../../../shared/lib/shown-params.ts';
import type { OperationResponse } from '../../../shared/api/operation.ts';
import type { Operations } from '../../../shared/api/operations.ts';
import type { Output } from './output.ts';

type ApprovalView = OperationResponse<Operations['getApproval']>;

/**
 * All that will run when a person says yes, each param on a line of its own: it stands wherever they are told how to
 * say so.
 */
export function actionLines(
  {
    quoted,
    tool_changed: isChanged,
    may_leak: mayLeak,
    second_reply: isSecond,
    instruction,
  }: Pick<ApprovalView, 'quoted' | 'tool_changed' | 'may_leak' | 'second_reply' | 'instruction'>,
  { paint }: Pick<Output, 'paint'>,
): string[] {
  const params = shownParams(JSON.stringify(instruction.params)) ?? [];
  return [
    ...(quoted ? [`  ${paint.yellow(QUOTED)}`] : []),
    ...(isChanged ? [`  ${paint.yellow(CHANGED)}`] : []),
    ...(mayLeak ? [`  ${paint.yellow(LEAKS)}`] : []),
    ...(isSecond ? [`  ${paint.yellow(SECOND)}`] : []),
    ...(params.length === 0
      ? ['  no params']
      : params.map(({ name, value }) => `  ${name}: ${value}`)),
  ];
}

const CHANGED = 'The server of this tool has changed what it says of it: baton tool-server changes';

const LEAKS =
  'It can carry data out, and this conversation has read what is yours and words of strangers.';

const SECOND =
  'The message that it answers was answered before: actions of that reply may have run already.';

const QUOTED = 'These words stand in a message delivered to this conversation, or were said in it.';
