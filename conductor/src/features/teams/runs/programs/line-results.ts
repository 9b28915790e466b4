import type { JsonValue } from '../../../../baa/json-value.ts';
import type { Reader } from '../../../../engine/query.ts';
import type { DeliveryJob } from '../../../heart/deliveries/feature.ts';
import { renderResult, type ToolResult } from '../lines/render-result.ts';
import * as actions from '../../../heart/actions/queries.ts';
import * as runs from '../queries.ts';

/** The results of calls as lines, one for each; null: the message is of another kind. */
export async function lineResults(
  read: Reader,
  { dedupeKey, conversationKey, origin }: DeliveryJob,
): Promise<string | null> {
  const anchorId = origin === 'reply' ? /^results:(.+)$/.exec(dedupeKey)?.[1] : undefined;
  if (anchorId === undefined) return null;
  const reply = await read.one(actions.reply({ anchorId }));
  const known = await read.one(runs.callsOfReply({ anchorId }));
  if (reply?.anchor.conversationKey !== conversationKey) return null;
  const lines = reply.instructions.map((row) => {
    const { instructionId, errorCode, errorText } = row;
    const call = known.find(({ callId }) => callId === instructionId);
    const id = call?.externalId ?? '';
    const result: ToolResult =
      row.status === 'succeeded'
        ? { id, ok: true, result: valueOf(row.resultText ?? '', row.resultFormat) }
        : {
            id,
            ok: false,
            error: { code: errorCode ?? 'internal', message: errorText ?? '' },
          };
    return renderResult(result, instructionId).line;
  });
  return lines.join('\n');
}

function valueOf(text: string, format: 'text' | 'json'): JsonValue {
  if (format === 'text') return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // It was cut: what is left is no JSON.
    return text;
  }
}
