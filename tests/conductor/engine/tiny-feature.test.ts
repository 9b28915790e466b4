import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { createProgram } from '../../../conductor/src/cli/program.ts';
import { FEATURES } from '../../../conductor/src/features.ts';
import { repliesFeature } from '../../../conductor/src/features/heart/replies/feature.ts';
import { startReplies } from '../../../conductor/src/features/heart/replies/start.ts';
import { operations } from '../../../shared/api/operations.ts';
import { runConductor, tempDir } from '../../kit/running-conductor.ts';
import {
  NOTES_TABLE,
  notesFeature,
  notesOperations,
  type NotesSeen,
} from '../../kit/tiny-feature/feature.ts';

it('a feature is one folder and one line, and is there for people, programs and assistants', async () => {
  const dataDir = tempDir();
  await (await runConductor({}, dataDir)).stop();
  const db = new Database(join(dataDir, 'baton.db'));
  db.exec(NOTES_TABLE);
  db.close();

  const seen: NotesSeen = { effects: [], frames: [], worker: [] };
  // The notes take the frame that stops a renewal.
  const replies = { ...repliesFeature, operations: {}, start: startReplies };
  const others = FEATURES.map((one) => (one === repliesFeature ? replies : one));
  const features = [...others, notesFeature(seen)];
  const conductor = await runConductor({}, dataDir, { features });

  // Its route, its table, its step with the audit event, its effect.
  const keep = (words: unknown) => conductor.admin('PUT', '/v1/notes/first', { words });
  expect(await (await keep('hello')).json()).toEqual({ outcome: 'kept' });
  expect(await (await keep('again')).json()).toEqual({ outcome: 'known' });
  expect((await keep(7)).status).toBe(400);
  expect(conductor.rows('select name, words from notes')).toEqual([
    { name: 'first', words: 'hello' },
  ]);
  expect(conductor.rows(`select subject_id from events where type = 'note.kept'`)).toEqual([
    { subject_id: 'first' },
  ]);
  expect(seen.effects).toEqual(['first']);

  // Its place in the OpenAPI document, and its metric.
  const document = (await (await conductor.admin('GET', '/openapi.json')).json()) as {
    readonly paths: object;
  };
  expect(document.paths).toHaveProperty(['/v1/notes/{id}', 'put', 'operationId'], 'keepNote');
  const metrics = await (await conductor.admin('GET', '/metrics')).text();
  expect(metrics).toContain('baton_notes_kept_total 1');

  // Its MCP tool.
  const client = new Client({ name: 'test', version: '0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', conductor.url), {
    requestInit: { headers: { authorization: `Bearer ${conductor.adminSecret}` } },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const said = await client.callTool({
    name: 'keep_note',
    arguments: { id: 'second', words: 'from a tool' },
  });
  expect(said.structuredContent).toEqual({ outcome: 'kept' });
  await client.close();

  // Its help in the command line.
  const program = createProgram({ quiet: true, operations: { ...operations, ...notesOperations } });
  const group = program.commands.find((one) => one.name() === 'notes');
  const help = group?.commands.find((one) => one.name() === 'keep')?.helpInformation();
  expect(help).toContain('Usage: baton notes keep [options] <id>');
  expect(help).toMatch(/--words <value>\s+what it says/);

  // Its frame and its worker.
  const { browser } = await conductor.browser();
  browser.send({ type: 'renewal.stop', platform: 'chatgpt', remote_conversation_id: 'of-a-note' });
  await expect.poll(() => seen.frames).toEqual(['of-a-note']);
  await expect.poll(() => seen.worker).toEqual(['begun', 'swept']);
  await conductor.stop();
  expect(seen.worker).toEqual(['begun', 'swept', 'stopped']);
});
