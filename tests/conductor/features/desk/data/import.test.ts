import { readdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { keepUpload } from '../../../../../conductor/src/features/desk/data/upload-file.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../../kit/running-conductor.ts';

const MIB = 2 ** 20;

/** An export of so many conversations, each with a message of its own. */
function exportOf(conversations: number): string {
  const rows = Array.from({ length: conversations }, (_none, index) => {
    const conversation_key = `chatgpt/c${index}`;
    return [
      {
        table: 'conversations',
        row: {
          conversation_key,
          local_conversation_id: `local-${index}`,
          platform: 'chatgpt',
          remote_conversation_id: `c${index}`,
          mode: 'auto',
          final_timeout_ms: 1_000,
          created_at: 1,
          updated_at: 1,
          version: 1,
        },
      },
      {
        table: 'message_anchors',
        row: {
          conversation_key,
          anchor_id: `anchor-${index}`,
          assistant_message_id: 'r',
          observed_at: 1,
          source: 'browser.final_message',
          raw_text: `Word ${index}`,
          chain_json: '[]',
          version: 1,
        },
      },
    ];
  });
  return [{ baton_export: 1 }, ...rows.flat()].map((row) => JSON.stringify(row)).join('\n');
}

function send(conductor: RunningConductor, body: string, accept = '*/*'): Promise<Response> {
  return fetch(`${conductor.url}/v1/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      'content-type': 'application/x-ndjson',
      'baton-via': 'cli',
      accept,
    },
    body,
  });
}

it('each conversation of an import is a step of its own, with a line in the trail', async () => {
  const conductor = await runConductor();
  expect(await (await send(conductor, exportOf(3))).json()).toEqual({ imported: 3, known: 0 });
  // Others may share a commit with one of them, but no two of them share one.
  const inEach = conductor.commits.map(
    (steps) => steps.filter((step) => step === 'import conversation').length,
  );
  expect(inEach.filter((steps) => steps > 0)).toEqual([1, 1, 1]);
  expect(
    conductor.rows('select type, subject_id, actor, detail_json from events order by event_id'),
  ).toEqual(
    [0, 1, 2].map((index) => ({
      type: 'conversation.imported',
      subject_id: `local-${index}`,
      actor: 'person',
      detail_json: '{"via":"cli","rows":2,"disarmed":1}',
    })),
  );
  // The file it was kept in has no name any more.
  expect(readdirSync(conductor.dataDir).filter((name) => name.startsWith('upload'))).toEqual([]);
});

it('an import tells how far it is to who asks for it', async () => {
  const conductor = await runConductor();
  const answer = await send(conductor, exportOf(150), 'application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { progress: { conversations: 150, imported: 100, known: 0 } },
    { imported: 150, known: 0 },
  ]);
  const again = await send(conductor, exportOf(150) + '\n{', 'application/x-ndjson');
  expect(JSON.parse(await again.text())).toEqual({
    problem: expect.objectContaining({ code: 'invalid_request', field: 'line 302' }),
  });
});

it('a fault in the last line keeps the first conversation out', async () => {
  const conductor = await runConductor();
  const answer = await send(conductor, `${exportOf(2)}\n{"table":"message_anchors","row":{}}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ field: 'line 6' });
  expect(conductor.rows('select * from conversations')).toEqual([]);
});

it('an export of before words of others were kept is taken, and they are kept then', async () => {
  const conductor = await runConductor();
  const conversation_key = 'chatgpt/c0';
  const more = [
    {
      table: 'user_turns',
      row: {
        conversation_key,
        turn_id: 'turn-1',
        user_message_id: 'u',
        raw_text: 'Somebody else wrote this.',
        author: 'person',
        observed_at: 2,
        version: 1,
      },
    },
    {
      table: 'foreign_actions',
      row: { conversation_key, fingerprint: 'f', source: 'turn', source_id: 'turn-1', at: 2 },
    },
  ].map((row) => JSON.stringify(row));
  const answer = await send(conductor, [exportOf(1), ...more].join('\n'));
  expect(await answer.json()).toEqual({ imported: 1, known: 0 });
  expect(
    conductor.rows('select source, source_id, words, is_loose as loose, at from foreign_words'),
  ).toEqual([
    { source: 'turn', source_id: 'turn-1', words: 'Somebody else wrote this.', loose: 0, at: 2 },
  ]);
  const unknown = `${exportOf(1)}\n{"table":"foreign_thoughts","row":{"conversation_key":"chatgpt/c0"}}`;
  expect(await (await send(conductor, unknown)).json()).toMatchObject({ field: 'line 4' });
});

it('a kept body has the lines that came, wherever it was cut', async () => {
  const text = ['谢'.repeat(50_000), '', 'a\r', '🍵'.repeat(40_000), ''].join('\n');
  const bytes = Buffer.from(text);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
  }
  const file = await keepUpload(tempDir(), pieces(), bytes.length);
  const read = async () => {
    const lines: unknown[] = [];
    for await (const line of file?.lines() ?? []) lines.push(line);
    return lines;
  };
  const expected = text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  expect(await read()).toEqual(expected);
  expect(await read()).toEqual(expected);
  await file?.close();
  expect(await keepUpload(tempDir(), pieces(), bytes.length - 1)).toBeNull();
});

it('a line that is longer than any row ends an upload there', async () => {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('short\n');
    for (let size = 0; size < 80; size += 1) yield Buffer.alloc(MIB, 'x');
  }
  const file = await keepUpload(tempDir(), pieces(), 100 * MIB);
  const lines: unknown[] = [];
  for await (const line of file?.lines() ?? []) lines.push(line);
  await file?.close();
  expect(lines).toEqual([
    { number: 1, text: 'short' },
    { number: 2, text: null },
  ]);
});
