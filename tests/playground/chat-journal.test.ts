import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournalFile } from '../../playground/chat-journal.ts';
import type { JournalEntry } from '../../playground/chat-journal.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'playground-journal-'));
  path = join(directory, 'deep', 'chat.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

const begun: JournalEntry = { type: 'conversation', id: 'c1', title: 'One', createdAtMs: 1 };
const renamed: JournalEntry = { type: 'title', conversationId: 'c1', title: 'Zwei ✓' };

describe('a journal file', () => {
  test('gives back what was written', () => {
    openJournalFile(path).append(begun, renamed);
    expect(openJournalFile(path).past).toEqual([begun, renamed]);
  });

  test('loses a half-written last line only, and goes on after it', () => {
    openJournalFile(path).append(begun);
    appendFileSync(path, '{"type":"title","conversationId":"c1","ti');
    const reopened = openJournalFile(path);
    expect(reopened.past).toEqual([begun]);
    reopened.append(renamed);
    expect(openJournalFile(path).past).toEqual([begun, renamed]);
  });

  test('refuses a damaged line by its place and leaves the file alone', () => {
    openJournalFile(path).append(begun);
    appendFileSync(path, '{"type":"unheard of"}\n');
    const before = readFileSync(path, 'utf8');
    expect(() => openJournalFile(path)).toThrow(`${path}:2`);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});
