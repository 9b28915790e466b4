import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const turn = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  parentId: z.string().nullable(),
  createdAtMs: z.number(),
  failed: z.boolean(),
});

const journalEntry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('conversation'),
    id: z.string(),
    title: z.string(),
    createdAtMs: z.number(),
  }),
  z.object({ type: z.literal('title'), conversationId: z.string(), title: z.string() }),
  z.object({ type: z.literal('turn'), conversationId: z.string(), turn }),
  z.object({
    type: z.literal('received'),
    message: z.object({
      conversation_id: z.string(),
      message_id: z.string(),
      text: z.string(),
      received_at: z.number(),
      parent_id: z.string().nullable(),
    }),
  }),
]);

export type JournalEntry = z.infer<typeof journalEntry>;

/** Where the chat's past is kept: everything that happened, in order, nothing ever changed. */
export interface ChatJournal {
  /** Entries of earlier runs. */
  readonly past: readonly JournalEntry[];
  /** Handed to the operating system when this returns: a killed process loses none of it. */
  append(...entries: JournalEntry[]): void;
}

/** Remembers nothing beyond the process. */
export function createMemoryJournal(): ChatJournal {
  return { past: [], append: () => undefined };
}

/**
 * A file of JSON lines. A last line without its end is what a crash leaves of an append; it is cut off.
 * Any other line that does not read throws, naming file and line: history is never dropped in silence.
 */
export function openJournalFile(path: string): ChatJournal {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  if (whole.length < bytes.length) truncateSync(path, whole.length);
  const lines = whole.toString('utf8').split('\n').slice(0, -1);
  return {
    past: lines.map((line, index) => parseEntry(line, `${path}:${index + 1}`)),
    append: (...entries) =>
      appendFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
  };
}

function parseEntry(line: string, place: string): JournalEntry {
  try {
    return journalEntry.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`${place} is not a journal entry; move the file away to start afresh`, {
      cause,
    });
  }
}
