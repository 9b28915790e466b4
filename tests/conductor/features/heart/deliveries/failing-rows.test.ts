import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import type { Config } from '../../../../../conductor/src/config.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import { asking, finalMessage, runtimeReport } from '../../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../../kit/running-conductor.ts';

/** A browser with two conversations in auto: `bad`, whose rows will fail, and `good`. */
async function two(changed: Partial<Config> = {}, now: () => number = Date.now) {
  const conductor = await runConductor(changed, tempDir(), { now });
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['bad', 'good']));
  const ids: Record<string, string> = {};
  for (const name of ['bad', 'good']) {
    const state = await inbox.first(
      'conversation.state',
      (one) => one.remote_conversation_id === name,
    );
    ids[name] = state.local_conversation_id;
    await conductor.setMode(state.local_conversation_id, 'auto');
  }
  const id = (name: 'bad' | 'good'): string => ids[name] ?? '';
  const write = (name: 'bad' | 'good', text: string) =>
    conductor.admin('POST', `/v1/conversations/${id(name)}/messages?wait=none`, { text });
  const sent = (text: string): Promise<FrameOf<'delivery.enqueue'>> =>
    inbox.first('delivery.enqueue', (frame) => frame.message_text === text);
  return { conductor, browser, inbox, id, write, sent };
}

/** Has every step fail that does this to a row. Returns what ends it. */
function poison(
  { dataDir }: RunningConductor,
  event: string,
  when: string,
): { readonly cure: () => void } {
  const db = new Database(join(dataDir, 'baton.db'));
  db.exec(`create trigger poison before ${event} when ${when}
    begin select raise(abort, 'poisoned'); end`);
  return {
    cure() {
      db.exec('drop trigger poison');
      db.close();
    },
  };
}

const BAD = `(select conversation_key from conversations where remote_conversation_id = 'bad')`;

/** Resolves when one was counted. */
async function failed(conductor: RunningConductor, work: string): Promise<void> {
  const counted = async (): Promise<string> => {
    const answer = await conductor.admin('GET', '/metrics');
    return answer.text();
  };
  const line = new RegExp(`^baton_rows_failed_total\\{work="${work}"\\} [1-9]`, 'm');
  await expect.poll(counted).toMatch(line);
}

describe('a row whose step fails', () => {
  it('in a dispatch lets the others go, is counted and logged, and goes itself once it can', async () => {
    const { conductor, write, sent, inbox } = await two();
    const { cure } = poison(
      conductor,
      'update on delivery_jobs',
      `old.conversation_key = ${BAD} and new.status = 'dispatched'`,
    );
    await write('bad', 'held up');
    await write('good', 'goes on');
    await sent('goes on');
    await failed(conductor, 'dispatch');
    expect(conductor.log).toContainEqual(
      expect.objectContaining({ work: 'dispatch', msg: 'a row failed; others go on' }),
    );
    expect(inbox.of('delivery.enqueue')).toHaveLength(1);
    cure();
    await sent('held up');
  });

  it('is left alone for longer each time', async () => {
    const { conductor, write } = await two();
    poison(
      conductor,
      'update on delivery_jobs',
      `old.conversation_key = ${BAD} and new.status = 'dispatched'`,
    );
    await write('bad', 'held up');
    const rests = () =>
      conductor.log.flatMap(({ work, rest_ms }) => (work === 'dispatch' ? [rest_ms] : []));
    await expect.poll(() => rests().length).toBeGreaterThan(2);
    expect(rests().slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  });

  it('when it is due does not stop what else is due', async () => {
    let aheadMs = 0;
    const { conductor, browser, inbox, write, sent } = await two(
      { retryBaseMs: 1, retryCapMs: 1 },
      () => Date.now() + aheadMs,
    );
    const fails = { status: 'failed', error_code: 'page_gone', retry_after_ms: 3_600_000 } as const;
    for (const name of ['bad', 'good'] as const) {
      await write(name, `try ${name}`);
      const { job_id, platform, remote_conversation_id, attempt } = await sent(`try ${name}`);
      browser.send({
        type: 'delivery.result',
        job_id,
        platform,
        remote_conversation_id,
        attempt,
        ...fails,
        error_message: null,
        user_message_id: null,
        observed_at: 1,
        diagnostic: null,
      });
    }
    await inbox.allAcked();
    const { cure } = poison(
      conductor,
      'update on delivery_jobs',
      `old.conversation_key = ${BAD} and old.status = 'retry_wait'`,
    );
    aheadMs = 3_600_001;
    await inbox.first(
      'delivery.enqueue',
      (one) => one.message_text === 'try good' && one.attempt === 2,
    );
    await failed(conductor, 'deadlines');
    cure();
    await inbox.first(
      'delivery.enqueue',
      (one) => one.message_text === 'try bad' && one.attempt === 2,
    );
  });

  it('when a browser is told of it does not keep it from hearing of others', async () => {
    const { conductor, inbox, id } = await two();
    await inbox.first(
      'conversation.state',
      (one) => one.remote_conversation_id === 'good' && one.mode === 'auto',
    );
    const { cure } = poison(
      conductor,
      'insert on outbox',
      `json_extract(new.frame_json, '$.remote_conversation_id') = 'bad'`,
    );
    await Promise.all(
      ['bad', 'good'].map((name) => conductor.setMode(id(name as 'bad'), 'manual')),
    );
    const told = (name: string) =>
      inbox.first(
        'conversation.state',
        (one) => one.remote_conversation_id === name && one.mode === 'manual',
      );
    await told('good');
    await failed(conductor, 'publish');
    cure();
    await told('bad');
  });

  it('as the drain of a conversation does not keep others from their end', async () => {
    const { conductor, id } = await two();
    const { cure } = poison(
      conductor,
      'update on conversations',
      `new.mode = 'paused' and old.conversation_key = ${BAD}`,
    );
    await conductor.setMode(id('bad'), 'draining');
    await conductor.setMode(id('good'), 'draining');
    const paused = () =>
      conductor
        .rows<{ one: string }>(
          `select remote_conversation_id as one from conversations where mode = 'paused' order by 1`,
        )
        .map(({ one }) => one);
    await expect.poll(paused).toEqual(['good']);
    await failed(conductor, 'drains');
    cure();
    await expect.poll(paused).toEqual(['bad', 'good']);
  });

  it('as the turn of a renewal does not keep others from theirs', async () => {
    const { conductor, browser, inbox, id } = await two();
    for (const name of ['bad', 'good'] as const) {
      const request = { goal: `goal of ${name}`, spacing_ms: 1_000, max_turns: 3 };
      const answer = await conductor.admin('PUT', `/v1/conversations/${id(name)}/renewal`, request);
      expect(answer.status).toBe(200);
    }
    const { cure } = poison(conductor, 'insert on delivery_jobs', `new.conversation_key = ${BAD}`);
    browser.send(finalMessage('bad', 'reply-1', 'Done so far.'));
    browser.send(finalMessage('good', 'reply-1', 'Done so far.'));
    await inbox.first('delivery.enqueue', (one) => one.message_text.includes('goal of good'));
    await failed(conductor, 'renewals');
    cure();
    await inbox.first('delivery.enqueue', (one) => one.message_text.includes('goal of bad'));
  });

  it('as what is held back for ages does not stop renewals, or other holds from being shortened', async () => {
    const { conductor, browser, inbox, id } = await two();
    const AGES_MS = 8e15;
    const request = { goal: 'the goal', spacing_ms: 1_000, max_turns: 3 };
    await conductor.admin('PUT', `/v1/conversations/${id('good')}/renewal`, request);
    const db = new Database(join(conductor.dataDir, 'baton.db'));
    db.exec(`insert into accounts
      (account_key, platform, next_send_at, parks_in_row, recent_sends_json, updated_at, version)
      values ('bad', 'x', ${AGES_MS}, 0, '[]', 1, 1), ('good', 'x', ${AGES_MS}, 0, '[]', 1, 1)`);
    const { cure } = poison(conductor, 'update on accounts', `old.account_key = 'bad'`);
    const held = () =>
      conductor
        .rows<{ key: string }>(
          `select account_key as key from accounts where next_send_at = ${AGES_MS}`,
        )
        .map(({ key }) => key);
    await expect.poll(held).toEqual(['bad']);
    await failed(conductor, 'holds');
    browser.send(finalMessage('good', 'reply-1', 'Done so far.'));
    await inbox.first('delivery.enqueue', (one) => one.message_text.includes('the goal'));
    cure();
    await expect.poll(held).toEqual([]);
    db.close();
  });

  it('as an approval whose time is over does not keep others open', async () => {
    let aheadMs = 0;
    const { conductor, browser } = await two({}, () => Date.now() + aheadMs);
    await conductor.admin('PATCH', '/v1/settings', { approvals_expire_after_ms: 60_000 });
    await conductor.admin('POST', '/v1/policy/rules', { tool: '*', decision: 'ask' });
    for (const name of ['bad', 'good']) {
      browser.send(finalMessage(name, 'reply-1', asking('@conductor::time')));
    }
    const decisions = () =>
      conductor
        .rows<{ said: string }>(
          `select remote_conversation_id || ' ' || decision as said from approvals
             join conversations using (conversation_key) order by 1`,
        )
        .map(({ said }) => said);
    await expect.poll(decisions).toEqual(['bad open', 'good open']);
    const { cure } = poison(conductor, 'update on approvals', `old.conversation_key = ${BAD}`);
    aheadMs = 60_001;
    await expect.poll(decisions).toEqual(['bad open', 'good expired']);
    await failed(conductor, 'approvals');
    cure();
    await expect.poll(decisions).toEqual(['bad expired', 'good expired']);
  });

  it('that cannot be forgotten is kept, and the others are forgotten', async () => {
    let aheadMs = 0;
    const { conductor } = await two({}, () => Date.now() + aheadMs);
    const oldest = () =>
      conductor.rows<{ type: string }>('select type from events order by event_id limit 1')[0]
        ?.type;
    expect(oldest()).toBe('client.paired');
    poison(conductor, 'delete on events', `old.type = 'client.paired'`);
    aheadMs = 91 * 86_400_000;
    const before = conductor.rows('select 1 from events').length;
    const answer = await conductor.admin('POST', '/v1/retention/run', {});
    expect(await answer.json()).toMatchObject({ events: before - 1 });
    expect(oldest()).toBe('client.paired');
    await failed(conductor, 'retention');
  });
});
