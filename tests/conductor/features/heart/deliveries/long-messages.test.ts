import { describe, expect, it } from 'vitest';

import { asking, finalMessage, runtimeReport } from '../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';

type Json = Record<string, unknown>;

const LIMIT = 2_000;

const LONG = `${'begin '.repeat(500)}\n${'end '.repeat(500)}`;

async function world() {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send({ ...runtimeReport(['a']), startable_platforms: ['chatgpt'] });
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await (await conductor.admin(method, path, body)).json()) as Json;
  await ask('PATCH', '/v1/settings', { max_message_chars: { chatgpt: LIMIT } });
  const whole = async (artifactId: unknown) =>
    (await conductor.admin('GET', `/v1/artifacts/${String(artifactId)}/content`)).text();
  const send = async (text: string) =>
    (await ask('POST', `/v1/conversations/${id}/messages`, { text }))['job'] as Json;
  return { conductor, browser, inbox, id, ask, whole, send };
}

/** A part of LONG that names the whole. */
function expectPart(text: string, artifactId: unknown): void {
  expect(text.length).toBeLessThanOrEqual(LIMIT);
  expect(text).toMatch(/^begin [^]* end $/);
  expect(text).toContain(`@conductor::artifact.read::{"id":"${String(artifactId)}","offset":`);
}

describe('a message over the limit of its site', () => {
  it('leaves as a part that names the whole, which the trail and the answer name too', async () => {
    const { send, inbox, whole, ask } = await world();
    const job = await send(LONG);
    const { message_text: left } = await inbox.first('delivery.enqueue');
    expectPart(left, job['artifact_id']);
    expect(await whole(job['artifact_id'])).toBe(LONG);
    const { items } = await ask('GET', '/v1/events/log?type=delivery_job.created');
    expect(items).toMatchObject([{ detail: { artifact_id: job['artifact_id'] } }]);
  });

  it('begins a conversation so too', async () => {
    const { ask, inbox, whole } = await world();
    const started = await ask('POST', '/v1/conversations', { platform: 'chatgpt', text: LONG });
    const { artifact_id: artifactId } = started['job'] as Json;
    expectPart((await inbox.first('delivery.enqueue')).message_text, artifactId);
    expect(await whole(artifactId)).toBe(LONG);
  });

  it('is kept from a browser too, before what the browser sent after it', async () => {
    const { conductor, browser, inbox, whole } = await world();
    const marked = {
      type: 'message.send',
      platform: 'chatgpt',
      remote_conversation_id: 'a',
    } as const;
    browser.send({ ...marked, text: LONG });
    browser.send({ ...marked, text: 'Short.' });
    await inbox.allAcked();
    const jobs = conductor.rows<{ job_id: string; message_text: string }>(
      'select job_id, message_text from delivery_jobs order by rowid',
    );
    expect(jobs.map(({ message_text: text }) => text.length > 1_000)).toEqual([true, false]);
    expectPart(jobs[0]?.message_text ?? '', jobs[0]?.job_id);
    expect(await whole(jobs[0]?.job_id)).toBe(LONG);
  });

  it('is refused, not cut, where there is no room to keep it', async () => {
    const { conductor, ask, id, browser, inbox } = await world();
    await ask('PATCH', '/v1/settings', { artifacts: { max_bytes: 1_024, quota_bytes: 1_024 } });
    expect(await ask('POST', `/v1/conversations/${id}/messages`, { text: LONG })).toMatchObject({
      code: 'quota_exceeded',
    });
    browser.send({
      type: 'message.send',
      platform: 'chatgpt',
      remote_conversation_id: 'a',
      text: LONG,
    });
    await inbox.allAcked();
    const { items } = await ask('GET', '/v1/events/log?type=message.refused');
    expect(items).toMatchObject([{ detail: { code: 'quota_exceeded' } }]);
    expect(conductor.rows('select job_id from delivery_jobs')).toEqual([]);
  });
});

it('results keep to the limit of their site, and say where the rest is', async () => {
  const { conductor, browser, inbox, id } = await world();
  await conductor.setMode(id, 'auto');
  const text = 'x'.repeat(1_500);
  const actions = [text, text, text].map(
    (one) => `@conductor::echo::${JSON.stringify({ text: one })}`,
  );
  browser.send(finalMessage('a', 'reply-1', asking(actions.join('\n'))));
  const { message_text: left } = await inbox.first('delivery.enqueue');
  expect(left.length).toBeLessThanOrEqual(LIMIT);
  expect(
    left.match(/cut: \d+ of \d+ characters shown; read on with @conductor::artifact/g),
  ).toHaveLength(3);
});

it('a message at the limit of its site leaves as it is', async () => {
  const { conductor, send, inbox } = await world();
  const text = LONG.slice(0, LIMIT);
  expect(await send(text)).toMatchObject({ artifact_id: null, message_text: text });
  expect((await inbox.first('delivery.enqueue')).message_text).toBe(text);
  expect(conductor.rows('select * from artifacts')).toEqual([]);
});
