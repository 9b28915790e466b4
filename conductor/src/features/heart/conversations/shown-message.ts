import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { locateActions } from '../../../baa/parse-actions.ts';
import { instructionId } from './instruction-id.ts';
import type { Message } from './queries.ts';
import { messageView } from './views.ts';

type ShownMessage = ResponseOf<'getMessage'>;

/** A message as the API shows it: whole or only its beginning, with the lines that are actions. */
export function shownMessage(row: Message, cut: number = Infinity): ShownMessage {
  const { rawText } = row;
  const more = rawText.length > cut;
  return {
    ...messageView(row),
    text: more ? rawText.slice(0, cut).toWellFormed() : rawText,
    size: rawText.length,
    more,
    action_spans: row.actions === 0 ? [] : spansOf(row),
  };
}

function spansOf({ id, rawText, actions }: Message): ShownMessage['action_spans'] {
  const lines = linesOf(rawText);
  return locateActions(rawText)
    .slice(0, actions)
    .map(({ firstLine, lastLine }, position) => ({
      start: lines[firstLine - 1]?.start ?? 0,
      end: lines[lastLine - 1]?.end ?? rawText.length,
      instruction_id: instructionId(id, position),
    }));
}

/** Where each line begins, and ends without what breaks it. */
function linesOf(text: string): { readonly start: number; readonly end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index });
    start = index + ending.length;
  }
  return [...lines, { start, end: text.length }];
}
