import { afterEach, describe, expect, it } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

interface Opened {
  readonly session_id?: string;
  readonly code?: string;
}
interface Sent {
  readonly job: { readonly job_id: string };
  readonly reply: { readonly text: string } | null;
}

describe.each(BROWSER_NAMES)('a chat in %s as the model of an agent', (name) => {
  it('begins in a new chat, acts in the session three times over, and goes on in the same chat', async () => {
    world = await createChatWorld(name);
    const { conductor, site, browser } = world;
    await browser.newPage('https://chatgpt.com/');
    const body = { agent: 'assistant', model: 'chat:chatgpt' };
    let session = '';
    await world.until('a browser that can begin a chat', async () => {
      const opened = (await conductor.ask('POST', '/v1/agent-sessions', body)) as Opened;
      session = opened.session_id ?? '';
      return session !== '';
    });
    const say = async (text: string): Promise<Sent> =>
      (await conductor.ask('POST', `/v1/conversations/${session}/messages?wait=final`, {
        text,
      })) as Sent;

    const shown = await say('Show me what you can do.');
    expect(shown.reply?.text).toContain('the whole circle, three times around');
    expect(await conductor.ask('GET', `/v1/agent-runs/${shown.job.job_id}`)).toMatchObject({
      status: 'succeeded',
      steps: [
        { calls: [{ name: 'conductor::describe', status: 'succeeded' }] },
        { calls: [{ name: 'conductor::time' }, { name: 'conductor::echo', status: 'succeeded' }] },
        { calls: [{ name: 'conductor::conversation.status' }] },
        { calls: [] },
      ],
    });
    const echoed = await say('/echo tea');
    expect(echoed.reply?.text).toBe('It came back: “tea”');

    const log = site.log();
    expect(log.map((message) => message.text)).toEqual([
      expect.stringMatching(/^# Task[^]*# The person writes\n\nShow me what you can do\.$/),
      expect.stringMatching(/^Baton results[^]*@conductor::describe ok/),
      expect.stringMatching(/^Baton results[^]*@conductor::time[^]*@conductor::echo ok/),
      expect.stringMatching(/^Baton results[^]*@conductor::conversation\.status/),
      '/echo tea',
      expect.stringMatching(/^Baton results[^]*@conductor::echo ok/),
    ]);
    expect(new Set(log.map((message) => message.conversation_id)).size).toBe(1);
    expect(site.duplicates()).toBe(0);
    // Whatever the chat wrote, nothing ran in it.
    expect(
      conductor.query(`select distinct substr(conversation_key, 1, 6) as key from instructions`),
    ).toEqual([{ key: 'agent/' }]);
  });

  it('serves in a chat that a person has open, who writes there in between', async () => {
    world = await createChatWorld(name);
    const { conductor, site } = world;
    const { id } = site.createConversation('mine');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    const chat = String(world.conversation(id)?.['local_conversation_id']);
    const { session_id: session } = (await conductor.ask('POST', '/v1/agent-sessions', {
      agent: 'assistant',
      model: `conversation:${chat}`,
    })) as Opened;
    const say = async (text: string): Promise<Sent> =>
      (await conductor.ask('POST', `/v1/conversations/${session}/messages?wait=final`, {
        text,
      })) as Sent;
    expect((await say('Begin.')).reply?.text).toContain('the whole circle');
    await world.say(page, '/echo by hand');
    await world.until(
      'the reply to the person',
      () => world?.received(id).at(-1) === '/echo by hand',
    );
    const sent = await say('/echo tea');
    expect(sent.reply?.text).toBe('It came back: “tea”');
    expect(world.received(id).filter((text) => text.includes('by hand'))).toHaveLength(1);
    expect(site.duplicates()).toBe(0);
  });

  it('stops its reply with the run, while that is written', async () => {
    const endless = {
      async *reply(_history: unknown, signal: AbortSignal) {
        yield 'It began ';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    };
    world = await createChatWorld(name, { site: chatgptSite({ assistant: endless }) });
    const { conductor, site } = world;
    const { id } = site.createConversation('mine');
    const page = await world.open(id);
    const chat = String(world.conversation(id)?.['local_conversation_id']);
    const { session_id: session } = (await conductor.ask('POST', '/v1/agent-sessions', {
      agent: 'assistant',
      model: `conversation:${chat}`,
    })) as Opened;
    const { job } = (await conductor.ask('POST', `/v1/conversations/${session}/messages`, {
      text: 'Tell me all.',
    })) as Sent;
    await world.until('the chat to write', () => world?.jobs(id)[0]?.['status'] === 'acked');
    await conductor.ask('POST', `/v1/agent-runs/${job.job_id}/stop`, {});
    await world.until('the reply to end', () => world?.jobs(id)[0]?.['status'] === 'failed');
    expect(world.jobs(id)).toMatchObject([{ origin: 'agent', last_error_code: 'no_reply' }]);
    expect(await page.$('[data-testid="stop-button"]')).toBeNull();
    expect(await conductor.ask('GET', `/v1/agent-runs/${job.job_id}`)).toMatchObject({
      status: 'stopped',
    });
    expect(site.duplicates()).toBe(0);
  });
});
