import { once } from 'node:events';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { bareBrowser } from '../../../kit/bare-browser.ts';
import { finalMessage, runtimeReport, userTurn } from '../../../kit/browser-frames.ts';
import { runConductor } from '../../../kit/running-conductor.ts';

const many = (count: number, prefix = 'c'): string[] =>
  Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);

describe('a browser that reports a thousand conversations again and again', () => {
  const REPORTS = 5;

  it('lets another one’s frames be committed in between', async () => {
    const conductor = await runConductor({ framesPerSecond: 1_000_000 });
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['mine']));
    await inbox.allAcked();
    const busy = await bareBrowser(conductor);
    for (let n = 0; n < REPORTS; n += 1) busy.say(runtimeReport(many(1_000, `r${n}`), false));
    let isOver = false;
    const over = busy.allAcked().then(() => (isOver = true));
    let turns = 0;
    while (!isOver) {
      browser.send(userTurn('mine', `turn-${turns}`, 'Hello.'));
      await inbox.allAcked();
      turns += 1;
    }
    await over;
    expect(turns).toBeGreaterThan(4 * REPORTS);
    const slices = conductor.commits.filter((steps) => steps.includes('record runtimes'));
    // One slice of each browser to a commit, and a thousand conversations are several slices.
    expect(slices.length).toBeGreaterThan(10 * REPORTS);
    for (const steps of slices) {
      expect(steps.filter((step) => step === 'record runtimes').length).toBeLessThanOrEqual(2);
    }
    expect(conductor.rows('select count(*) as n from conversations')).toEqual([
      { n: 1_000 * REPORTS + 1 },
    ]);
  });

  it('is told of them in turns, too', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(many(1_000)));
    await inbox.first('conversation.state', (one) => one.remote_conversation_id === 'c-999');
    const told = conductor.commits.map(
      (steps) => steps.filter((step) => step === 'publish conversation').length,
    );
    expect(Math.max(...told)).toBeLessThanOrEqual(4);
    expect(inbox.of('conversation.state')).toHaveLength(1_000);
  });

  it('is read no further while a million characters of its chats wait', async () => {
    const conductor = await runConductor();
    const busy = await bareBrowser(conductor);
    busy.say(runtimeReport(['a']));
    const long = 'lorem ipsum dolor '.repeat(50_000);
    for (let n = 0; n < 20; n += 1) busy.say(finalMessage('a', `r${n}`, long));
    await busy.allAcked();
    const replies = conductor.commits.map(
      (steps) => steps.filter((step) => step === 'record final message').length,
    );
    expect(Math.max(...replies)).toBeLessThanOrEqual(2);
  });

  it('more often than anyone needs is cut off', async () => {
    const conductor = await runConductor();
    const flooding = await bareBrowser(conductor);
    const closed = once(flooding.socket, 'close');
    for (let n = 0; n < 12; n += 1) flooding.say(runtimeReport(many(1_000, `r${n}`), false));
    expect((await closed)[0]).toBe(4429);
  });

  it('leaves nothing behind that is still taken when it comes back', async () => {
    // Above what is reported here, or that limit would hold what this one is about.
    const maxConversations = 100_000;
    const conductor = await runConductor({ framesPerSecond: 1_000_000, maxConversations });
    const leaving = await bareBrowser(conductor);
    for (let n = 0; n < 20; n += 1) leaving.say(runtimeReport(many(1_000, `r${n}`), false));
    const heard = async (): Promise<string> => (await conductor.admin('GET', '/metrics')).text();
    const all = /^baton_frames_received_total\{type="runtime.report"\} 20$/m;
    await expect.poll(heard, { interval: 5, timeout: 10_000 }).toMatch(all);
    leaving.socket.terminate();
    const back = await bareBrowser(conductor, { token: leaving.token });
    back.say(runtimeReport(['again']));
    await back.allAcked();
    const [{ n } = { n: 0 }] = conductor.rows<{ n: number }>(
      'select count(*) as n from conversations',
    );
    expect(n).toBeLessThan(20_000);
  });
});

describe('a report', () => {
  it('in several slices is whole before what its browser says next', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(many(300)));
    browser.send({
      type: 'conversation.set_mode',
      platform: 'chatgpt',
      remote_conversation_id: 'c-299',
      mode: 'auto',
    });
    await inbox.allAcked();
    expect(
      conductor.rows(`select remote_conversation_id as id from conversations where mode = 'auto'`),
    ).toEqual([{ id: 'c-299' }]);
  });

  it('that names a conversation twice is taken', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    browser.send(
      runtimeReport([
        { remote_conversation_id: 'a', title: 'First' },
        { remote_conversation_id: 'b', aliases: ['WEB:1'] },
        { remote_conversation_id: 'a', title: 'Last' },
        { remote_conversation_id: 'WEB:1', title: 'Old name' },
      ]),
    );
    await inbox.allAcked();
    expect(inbox.of('error')).toEqual([]);
    expect(
      conductor.rows('select remote_conversation_id as id, title from conversations order by 1'),
    ).toEqual([
      { id: 'a', title: 'Last' },
      { id: 'b', title: 'Old name' },
    ]);
  });

  it('of which a conversation fails is taken but for that one', async () => {
    const conductor = await runConductor();
    const { browser, inbox } = await conductor.browser();
    const db = new Database(join(conductor.dataDir, 'baton.db'));
    db.exec(`create trigger poison before insert on conversations
      when new.remote_conversation_id = 'bad' begin select raise(abort, 'poisoned'); end`);
    browser.send(runtimeReport(['a', 'bad', 'b']));
    expect(await inbox.first('error')).toMatchObject({ code: 'internal', path: 'runtimes[1]' });
    await inbox.allAcked();
    db.close();
    expect(
      conductor.rows('select remote_conversation_id as id from conversations order by 1'),
    ).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});

describe('conversations beyond what one browser may have open', () => {
  it('are refused by name, the rest is taken, and what is open stays so', async () => {
    const conductor = await runConductor({ maxConversations: 5 });
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(many(7)));
    expect(await inbox.first('error')).toMatchObject({
      code: 'too_many_conversations',
      path: 'runtimes[5]',
      message: expect.stringContaining('5 conversations'),
    });
    await inbox.allAcked();
    const ids = () =>
      conductor
        .rows<{ id: string }>('select remote_conversation_id as id from conversations order by 1')
        .map(({ id }) => id);
    expect(ids()).toEqual(many(5));
    browser.send(runtimeReport(['one-more', 'c-0'], false));
    await inbox.first('error', ({ path }) => path === 'runtimes[0]');
    await inbox.allAcked();
    expect(ids()).toEqual(many(5));
    // A whole list replaces what was open.
    browser.send(runtimeReport(['one-more']));
    await inbox.allAcked();
    expect(ids()).toContain('one-more');
  });
});
