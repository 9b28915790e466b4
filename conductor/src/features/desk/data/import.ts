import * as z from 'zod';

import type { ApiError } from '../../../../../shared/api/operation.ts';
import { storeRefusal } from '../../../../../shared/api/store-refusal.ts';
import { isDiskFull } from '../../../../../shared/lib/disk-full.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { Clock } from '../../../engine/runtime.ts';
import { NotCommitted, type StepRunner } from '../../../engine/step.ts';
import type { DataPort, ExportLine } from './data-port.ts';
import { FORMAT_VERSION } from './export.ts';
import { importConversation } from './steps/import-conversation.ts';
import { keepUpload, type UploadFile } from './upload-file.ts';

export const MAX_IMPORT_BYTES = 1_024 * 2 ** 20;

const header = z.object({ baton_export: z.literal(FORMAT_VERSION) });

const line = z.strictObject({
  table: z.string().max(64),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export interface Imported {
  readonly imported: number;
  /** Conversations that existed already; they were not changed. */
  readonly known: number;
}

export interface ImportProgress extends Imported {
  /** Conversations in the file. */
  readonly conversations: number;
}

export interface Importer {
  /**
   * Imports an export, and reports the progress after each conversation. Every line is checked before the first
   * conversation is written. Throws NotCommitted if one cannot be written: those before it are in the store, and count
   * as known the next time.
   */
  take(
    body: AsyncIterable<Uint8Array>,
    via: string,
  ): AsyncGenerator<ImportProgress, Result<Imported, ApiError>>;
}

/** @param dir The folder for the uploaded body during the import. */
export function createImporter(deps: {
  readonly data: Pick<DataPort, 'checkRow'>;
  readonly store: StepRunner;
  readonly dir: string;
  readonly now: Clock;
}): Importer {
  const { data, store, dir, now } = deps;

  async function* takeAll(
    file: UploadFile,
    via: string,
  ): AsyncGenerator<ImportProgress, Result<Imported, ApiError>> {
    if (file.bytes === 0)
      return refused('body', 'is the JSON lines of an export, as application/x-ndjson.');
    const conversations = await checkLines(file, data);
    if (!conversations.ok) return conversations;
    const done = { imported: 0, known: 0 };
    for await (const lines of conversationsOf(file)) {
      try {
        const outcome = await store.run(importConversation, { lines, via, now: now() });
        if (outcome === 'shadows')
          throw new Error('one of its earlier ids is another conversation here');
        done[outcome] += 1;
      } catch (cause) {
        if (cause instanceof NotCommitted || storeRefusal(cause) !== null) throw cause;
        const key = String(lines[0]?.row['conversation_key']);
        const text = `conversation ${key}: ${reasonOf(cause)}. ${done.imported} before it were imported.`;
        return err({ code: 'invalid_request', text });
      }
      yield { conversations: conversations.value, ...done };
    }
    return ok(done);
  }

  return {
    async *take(body, via) {
      let file: UploadFile | null;
      try {
        file = await keepUpload(dir, body, MAX_IMPORT_BYTES);
      } catch (cause) {
        if (isDiskFull(cause)) return err({ code: 'disk_full', text: reasonOf(cause) });
        throw cause;
      }
      if (file === null) {
        const text = `body: is larger than ${MAX_IMPORT_BYTES} bytes.`;
        return err({ code: 'payload_too_large', text, field: 'body' });
      }
      try {
        return yield* takeAll(file, via);
      } finally {
        await file.close();
      }
    },
  };
}

/** How many conversations the file has, or the first line that does not fit. */
async function checkLines(
  file: UploadFile,
  data: Pick<DataPort, 'checkRow'>,
): Promise<Result<number, ApiError>> {
  let conversations = 0;
  let key: unknown;
  for await (const { number, text } of file.lines()) {
    const at = `line ${number}`;
    if (text === null) return refused(at, 'is longer than any row.');
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return refused(at, 'is not JSON.');
    }
    if (number === 1) {
      if (header.safeParse(value).success) continue;
      return refused(at, `is not the header of an export of version ${FORMAT_VERSION}.`);
    }
    const parsed = line.safeParse(value);
    if (!parsed.success) return refused(at, 'is not {"table", "row"}.');
    const { table, row } = parsed.data;
    // The schema drops it, and what is imported is the line.
    // guard: import-no-proto
    if (Object.hasOwn((value as ExportLine).row, '__proto__'))
      return refused(at, 'row.__proto__: is no column.');
    if (table === 'conversations') {
      conversations += 1;
      key = row['conversation_key'];
    }
    if (conversations === 0) return refused(at, 'stands before its conversation.');
    try {
      data.checkRow(parsed.data);
    } catch (cause) {
      return refused(at, reasonOf(cause));
    }
    if (row['conversation_key'] !== key)
      return refused(at, 'row.conversation_key: is of another conversation.');
  }
  return ok(conversations);
}

/** The rows of each conversation, of a file whose lines were checked. */
async function* conversationsOf(file: UploadFile): AsyncGenerator<readonly ExportLine[], void> {
  let lines: ExportLine[] = [];
  for await (const { number, text } of file.lines()) {
    if (number === 1 || text === null || text.trim() === '') continue;
    const next = JSON.parse(text) as ExportLine;
    if (next.table === 'conversations') {
      if (lines.length > 0) yield lines;
      lines = [];
    }
    lines.push(next);
  }
  if (lines.length > 0) yield lines;
}

function refused(field: string, why: string): Result<never, ApiError> {
  return err({ code: 'invalid_request', text: `${field}: ${why}`, field });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
