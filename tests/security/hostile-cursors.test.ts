import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { MAX_SEQ } from '../../shared/protocol/index.ts';
import { runtimeReport } from '../kit/browser-frames.ts';
import { bareBrowser, HOSTILE_ORIGIN } from '../kit/bare-browser.ts';
import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';

const NONSENSE = Number.MAX_SAFE_INTEGER;

/** Sends a person's message into the conversation, by its id at the site. */
async function write(conductor: RunningConductor, conversation: string, text: string) {
  const [row] = conductor.rows<{ id: string }>(
    `select local_conversation_id as id from conversations where remote_conversation_id = '${conversation}'`,
  );
  const path = `/v1/conversations/${row?.id}/messages?wait=none`;
  const answer = await conductor.admin('POST', path, { text });
  if (!answer.ok) throw new Error(`not written: ${await answer.text()}`);
}

const counters = (conductor: RunningConductor, origin = HOSTILE_ORIGIN) =>
  conductor.rows<{ sent: number; received: number }>(
    `select last_sent_seq as sent, last_received_seq as received from clients where origin = '${origin}'`,
  )[0];

describe('a browser that says it has what was never sent', () => {
  it('holds nobody up, over a restart too, and its own stream goes on from what was sent', async () => {
    const dataDir = tempDir();
    const first = await runConductor({}, dataDir);
    const hostile = await bareBrowser(first, { lastSeq: NONSENSE });
    hostile.say(runtimeReport(['theirs', 'theirs-too']));
    const { browser, inbox } = await first.browser();
    browser.send(runtimeReport(['mine', 'mine-too']));
    await Promise.all([hostile.allAcked(), inbox.allAcked()]);
    // Both wait for the same round.
    await Promise.all(
      ['theirs', 'mine', 'theirs-too'].map((one) => write(first, one, `Hello, ${one}.`)),
    );
    await inbox.first('delivery.enqueue', (frame) => frame.message_text === 'Hello, mine.');
    await hostile.first('delivery.enqueue', (one) => one.message_text === 'Hello, theirs-too.');
    const seqs = hostile.frames.flatMap((frame) => (isNumbered(frame) ? [frame.seq] : []));
    expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));
    expect(counters(first)?.sent).toBeLessThan(100);
    browser.close();
    await first.stop();

    const second = await runConductor({}, dataDir);
    const again = await bareBrowser(second, { lastSeq: NONSENSE, token: hostile.token });
    again.say(runtimeReport(['theirs', 'theirs-too']));
    const back = await second.browser({ disk: browser.disk });
    back.browser.send(runtimeReport(['mine', 'mine-too']));
    await Promise.all([again.allAcked(), back.inbox.allAcked()]);
    await write(second, 'mine-too', 'Hello again.');
    await back.inbox.first('delivery.enqueue', (frame) => frame.message_text === 'Hello again.');
  });

  it('in its acks makes nothing that is sent later look acked', async () => {
    const conductor = await runConductor();
    const hostile = await bareBrowser(conductor);
    hostile.raw({ v: 1, id: 'a', type: 'ack', seq: NONSENSE });
    hostile.say(runtimeReport(['theirs']));
    await hostile.first('conversation.state');
    await hostile.allAcked();
    expect(conductor.rows('select seq from outbox')).toEqual([{ seq: 1 }]);
  });
});

describe('a frame whose number nobody can have reached', () => {
  it.each([MAX_SEQ + 1, NONSENSE, 2 ** 60])(
    'as %d is refused by name, and not noted',
    async (n) => {
      const conductor = await runConductor();
      const hostile = await bareBrowser(conductor);
      hostile.say(runtimeReport(['theirs']), n);
      expect(await hostile.first('error')).toMatchObject({ code: 'malformed_frame', path: 'seq' });
      hostile.say(runtimeReport(['theirs']));
      await hostile.allAcked();
      expect(counters(conductor)?.received).toBe(1);
    },
  );
});

describe('a store in which a stream stands where nobody can count on', () => {
  it('is healed at the start: what waits goes out in order, and frames are taken again', async () => {
    const dataDir = tempDir();
    const first = await runConductor({}, dataDir);
    const { browser, inbox } = await first.browser();
    browser.send(runtimeReport(['a', 'b']));
    await inbox.first('conversation.state', (one) => one.remote_conversation_id === 'b');
    await inbox.allAcked();
    browser.close();
    await first.stop();
    const db = new Database(join(dataDir, 'baton.db'));
    db.exec(`
      update clients set last_sent_seq = 9007199254740993, last_received_seq = 9007199254740991;
      delete from outbox;
      insert into outbox (client_id, seq, frame_json, created_at)
        select client_id, 9007199254740992,
          json_object('v', 1, 'id', 'x', 'seq', 9007199254740992, 'type', 'delivery.cancel', 'job_id', 'one'), 0
        from clients;
      insert into outbox (client_id, seq, frame_json, created_at)
        select client_id, 9007199254740993,
          json_object('v', 1, 'id', 'y', 'seq', 9007199254740993, 'type', 'delivery.cancel', 'job_id', 'two'), 0
        from clients`);
    db.close();

    const second = await runConductor({}, dataDir);
    const back = await second.browser({ disk: browser.disk });
    await back.inbox.first('delivery.cancel', ({ job_id }) => job_id === 'two');
    expect(back.inbox.of('delivery.cancel').map(({ job_id }) => job_id)).toEqual(['one', 'two']);
    back.browser.send(runtimeReport(['a', 'b', 'c']));
    await back.inbox.first('conversation.state', (one) => one.remote_conversation_id === 'c');
    await back.inbox.allAcked();
    expect(
      second.rows("select 1 from conversations where remote_conversation_id = 'c'"),
    ).toHaveLength(1);
    expect(second.rows(`select type from events where type = 'client.stream_healed'`)).toHaveLength(
      1,
    );
  });
});

function isNumbered(frame: object): frame is { readonly seq: number } {
  return 'seq' in frame && 'type' in frame && frame.type !== 'ack';
}
