import * as z from 'zod';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { storeRefusal } from '../../../../shared/api/store-refusal.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { DataPort } from './data-port.ts';
import { tellStory } from './export-markdown.ts';

const FORMAT_VERSION = 1;

const header = z.object({ baton_export: z.literal(FORMAT_VERSION) });

const line = z.strictObject({
  table: z.string().max(64),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** Everything of the conversations as JSON lines: a header, then each conversation's rows, itself first. */
export function* exportJsonLines(
  data: DataPort,
  only: string | null,
  baton: string,
): Generator<string> {
  yield `${JSON.stringify({ baton_export: FORMAT_VERSION, baton })}\n`;
  for (const key of data.exportKeys(only)) {
    for (const one of data.exportLines(key)) yield `${JSON.stringify(one)}\n`;
  }
}

/** The conversations as a person reads them. */
export function* exportMarkdown(data: DataPort, only: string | null): Generator<string> {
  for (const key of data.exportKeys(only)) yield tellStory([...data.exportLines(key)]);
}

export interface Imported {
  readonly imported: number;
  /** Conversations that are here already; nothing of theirs was changed. */
  readonly known: number;
}

/**
 * Takes in an export. Every line is checked before the first conversation is written. Throws NotCommitted where they can
 * not be: what is in by then is known the next time.
 */
export async function importJsonLines(
  data: DataPort,
  text: string,
): Promise<Result<Imported, ApiError>> {
  const lines = text.split('\n').map((raw, index) => ({ raw, number: index + 1 }));
  const fault = (number: number, why: string) =>
    err<ApiError>({
      code: 'invalid_request',
      text: `line ${number}: ${why}`,
      field: `line ${number}`,
    });
  const conversations: z.output<typeof line>[][] = [];
  for (const { raw, number } of lines.filter(({ raw: one }) => one.trim() !== '')) {
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch {
      return fault(number, 'is not JSON.');
    }
    if (number === 1) {
      if (header.safeParse(value).success) continue;
      return fault(1, `is not the header of an export of version ${FORMAT_VERSION}.`);
    }
    const parsed = line.safeParse(value);
    if (!parsed.success) return fault(number, 'is not {"table", "row"}.');
    if (parsed.data.table === 'conversations') conversations.push([]);
    const current = conversations.at(-1);
    if (current === undefined) return fault(number, 'stands before its conversation.');
    try {
      data.checkRow(parsed.data);
    } catch (cause) {
      return fault(number, cause instanceof Error ? cause.message : String(cause));
    }
    const key = current[0]?.row['conversation_key'] ?? parsed.data.row['conversation_key'];
    if (parsed.data.row['conversation_key'] !== key)
      return fault(number, 'row.conversation_key: is of another conversation.');
    current.push(parsed.data);
  }
  let imported = 0;
  let known = 0;
  for (const rows of conversations) {
    if (rows[0] !== undefined && data.isKnown(rows[0].row)) {
      known += 1;
      continue;
    }
    try {
      await data.importConversation(rows);
    } catch (cause) {
      if (storeRefusal(cause) !== null) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      const text = `conversation ${String(rows[0]?.row['conversation_key'])}: ${why}. ${imported} before it were imported.`;
      return err({ code: 'invalid_request', text });
    }
    imported += 1;
  }
  return ok({ imported, known });
}
