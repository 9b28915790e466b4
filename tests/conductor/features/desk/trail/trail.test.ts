import { join } from 'node:path';

import Database from 'better-sqlite3';
import { beforeAll, afterAll, expect, it } from 'vitest';

import { startTestConductor, type TestConductor } from '../../../../kit/running-conductor.ts';

let conductor: TestConductor;
/** Id of the first event that is made here; each event is a second after the one before. */
let first: number;
const START = Date.UTC(2026, 0, 1);
const COUNT = 200;

beforeAll(async () => {
  conductor = await startTestConductor();
  const db = new Database(join(conductor.dataDir, 'baton.db'));
  const [{ last }] = db.prepare('select coalesce(max(event_id), 0) as last from events').all() as [
    { last: number },
  ];
  first = last + 1;
  const insert = db.prepare(
    `insert into events (event_id, type, subject_id, actor, at, detail_json) values (?, ?, ?, 'person', ?, ?)`,
  );
  for (let n = 0; n < COUNT; n += 1) {
    const type = n % 4 === 0 ? 'test.rare' : 'test.usual';
    insert.run(
      first + n,
      type,
      `s-${n % 10}`,
      START + n * 1_000,
      JSON.stringify({ n, note: '50%_off' }),
    );
  }
  db.close();
});
afterAll(() => conductor.end());

async function ask(query: string) {
  const answer = await conductor.admin('GET', `/v1/events/${query}`);
  return (await answer.json()) as {
    readonly items: readonly { event_id: number; type: string; subject_id: string; at: number }[];
    readonly next_cursor: string | null;
    readonly code?: string;
    readonly field?: string;
  };
}

const places = async (query: string): Promise<number[]> =>
  (await ask(`log?${query}`)).items.map(({ event_id }) => event_id - first);

it('is shown around an event, and goes on from there both ways without a gap', async () => {
  expect(await places(`around=${first + 100}&limit=5`)).toEqual([102, 101, 100, 99, 98]);
  const { next_cursor: cursor } = await ask(`log?around=${first + 100}&limit=5`);
  expect(await places(`limit=3&cursor=${cursor ?? ''}`)).toEqual([97, 96, 95]);
  expect(await places(`newer_than=${first + 102}&limit=3`)).toEqual([105, 104, 103]);
  expect(await places(`newer_than=${first + COUNT - 2}`)).toEqual([COUNT - 1]);
  expect(await places(`newer_than=${first + COUNT - 1}`)).toEqual([]);
});

it('is narrowed by what it is about, by time, by words, and by all of them', async () => {
  expect(await places('subject=s-3&limit=3')).toEqual([193, 183, 173]);
  const span = `from=${START + 50_000}&to=${START + 53_000}`;
  expect(await places(span)).toEqual([52, 51, 50]);
  expect(await places(`from=${START + 198_500}&to=${START + 999_000}`)).toEqual([199]);
  expect(await places(`from=${START + COUNT * 1_000}`)).toEqual([]);
  expect(await places('q=%22n%22:77,')).toEqual([77]);
  expect(await places(`q=${encodeURIComponent('50%_off')}&limit=1`)).toEqual([199]);
  expect(await places('q=50xxoff')).toEqual([]);
  expect(await places(`subject=s-2&type=test.usual&${span}`)).toEqual([]);
  expect(await places(`subject=s-1&type=test.*&${span}`)).toEqual([51]);
});

it('is counted by type', async () => {
  const counts = await ask(`counts?from=${START}&to=${START + COUNT * 1_000}`);
  expect(counts).toEqual({
    total: COUNT,
    items: [
      { type: 'test.usual', count: 150 },
      { type: 'test.rare', count: 50 },
    ],
    whole: true,
    kept_since: expect.any(Number),
  });
  expect(await ask('counts?subject=s-4')).toMatchObject({ total: 20 });
  expect(await ask('counts?conversation=none')).toMatchObject({ code: 'not_found' });
});

it('is asked for from one place at a time', async () => {
  for (const query of ['around=1&newer_than=2', 'around=1&cursor=abc'])
    expect(await ask(`log?${query}`)).toMatchObject({
      code: 'invalid_request',
      field: 'query.around',
    });
});

it('is exported whole as JSON lines, and what fits of it', async () => {
  const exported = async (query: string) => {
    const answer = await conductor.admin('GET', `/v1/events/export?${query}`);
    return { answer, text: await answer.text() };
  };
  const all = await exported('type=test.*');
  expect(all.answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(all.answer.headers.get('content-disposition')).toContain('baton-trail.jsonl');
  const lines = all.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly event_id: number });
  expect(lines.map(({ event_id }) => event_id - first)).toEqual(
    Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n),
  );
  const rare = await exported(`type=test.rare&from=${START + 100_000}&q=off`);
  expect(rare.text.trimEnd().split('\n')).toHaveLength(25);
  expect((await exported('limit=5')).answer.status).toBe(400);
  expect((await exported('conversation=none')).answer.status).toBe(404);
});
