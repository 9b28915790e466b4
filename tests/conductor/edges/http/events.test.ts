import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it, onTestFinished } from 'vitest';

import { finalMessage, runtimeReport } from '../../../kit/browser-frames.ts';
import { type FollowedStream, followStream } from '../../../kit/follow-stream.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';

/** Far more than sockets buffer. */
const EVENTS = 10_000;

const follow = (conductor: RunningConductor, query = '', headers = {}): Promise<FollowedStream> =>
  followStream(conductor, `/v1/events${query}`, headers);

/** A conductor, two conversations, and a way to make events. */
async function world() {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a', 'b']));
  await inbox.allAcked();
  const ids = new Map(
    conductor
      .rows<{ remote_conversation_id: string; local_conversation_id: string }>(
        'select remote_conversation_id, local_conversation_id from conversations',
      )
      .map((row) => [row.remote_conversation_id, row.local_conversation_id]),
  );
  let said = 0;
  const say = async (conversation: string): Promise<void> => {
    browser.send(finalMessage(conversation, `reply-${(said += 1)}`, `Reply ${said}.`));
    await inbox.allAcked();
  };
  return { conductor, say, idOf: (name: string) => ids.get(name) ?? '' };
}

const local = (data: string): unknown =>
  (JSON.parse(data) as { local_conversation_id: unknown }).local_conversation_id;

const isReply = ({ event }: EventSourceMessage): boolean => event === 'message_anchor.observed';

describe('the trail as it grows', () => {
  it('begins now, and tells each event with its id', async () => {
    const { conductor, say, idOf } = await world();
    await say('a');
    const trail = await follow(conductor);
    await say('b');
    const event = await trail.first(isReply);
    expect(JSON.parse(event.data)).toMatchObject({
      event_id: Number(event.id),
      type: 'message_anchor.observed',
      local_conversation_id: idOf('b'),
      detail: { verdict: 'no_action' },
    });
    expect(trail.events.filter(isReply)).toHaveLength(1);
  });

  it('goes on after the last event that was seen, without a gap or a repetition', async () => {
    const { conductor, say } = await world();
    const trail = await follow(conductor);
    await say('a');
    const seen = await trail.first(isReply);
    trail.stop();
    await say('a');
    await say('b');
    const rest = await follow(conductor, '?after=0', { 'last-event-id': seen.id ?? '' });
    await say('a');
    await rest.first(() => rest.events.filter(isReply).length === 3);
    const ids = rest.events.map(({ id }) => Number(id));
    const stored = conductor.rows<{ event_id: number }>(
      `select event_id from events where event_id > ${seen.id} order by event_id`,
    );
    expect(ids).toEqual(stored.map(({ event_id }) => event_id));
  });

  it('tells of one conversation, or of some types, where that is asked', async () => {
    const { conductor, say, idOf } = await world();
    const ofA = await follow(conductor, `?after=0&conversation=${idOf('a')}`);
    const replies = await follow(conductor, '?after=0&type=message_anchor.*,client.revoked');
    await say('b');
    await say('a');
    await ofA.first(isReply);
    await replies.first(() => replies.events.length === 2);
    expect(new Set(ofA.events.map(({ data }) => local(data)))).toEqual(new Set([idOf('a')]));
    expect(replies.events.every(isReply)).toBe(true);
  });

  it('ends when the conductor stops', async () => {
    const { conductor } = await world();
    const response = await fetch(`${conductor.url}/v1/events`, {
      headers: { authorization: `Bearer ${conductor.adminSecret}` },
    });
    const ended = response.text().then(
      () => 'ended',
      () => 'ended',
    );
    await conductor.stop();
    expect(await ended).toBe('ended');
  });

  it('keeps its place for a reader that does not read, and gives it all once it does', async () => {
    const dataDir = tempDir();
    await (await runConductor({}, dataDir)).stop();
    const db = new Database(join(dataDir, 'baton.db'));
    const add = db.prepare(
      `insert into events (type, subject_id, actor, at, detail_json) values ('test.filler', 'x', 'test', ?, ?)`,
    );
    const filler = JSON.stringify({ text: 'x'.repeat(2_000) });
    db.transaction(() => {
      for (let count = 0; count < EVENTS; count += 1) add.run(count, filler);
    })();
    db.close();
    const conductor = await runConductor({}, dataDir);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(
        `${conductor.url}/v1/events?after=0&type=test.filler`,
        { headers: { authorization: `Bearer ${conductor.adminSecret}` } },
        resolve,
      ).on('error', reject);
    });
    onTestFinished(() => void response.destroy());
    // Others are served meanwhile: what is not read is not held for it.
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 20; count += 1) await conductor.admin('GET', '/v1/status');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
    const seen: number[] = [];
    const parser = createParser({ onEvent: ({ id }) => seen.push(Number(id)) });
    for await (const chunk of response.setEncoding('utf8')) {
      parser.feed(String(chunk));
      if (seen.length === EVENTS) break;
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBe(EVENTS);
  });
});
