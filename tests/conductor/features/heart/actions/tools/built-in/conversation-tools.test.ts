import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../../../../../conductor/src/baa/json-value.ts';
import { sourceOf } from '../../../../../../../conductor/src/features/heart/actions/tools/built-in/built-in-tools.ts';
import type {
  ConversationPort,
  MessageBetween,
} from '../../../../../../../conductor/src/features/heart/deliveries/conversation-port.ts';
import { conversationTools } from '../../../../../../../conductor/src/features/heart/actions/tools/built-in/conversation-tools.ts';
import { createToolRegistry } from '../../../../../../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import type {
  ToolContext,
  ToolOutcome,
} from '../../../../../../../conductor/src/features/heart/actions/tools/tool.ts';
import { err, ok } from '../../../../../../../shared/lib/result.ts';
import { toolContext } from '../../../../../../kit/call-context.ts';
import { KEY } from '../../../../../../kit/ledger-world.ts';

const REACHABLE = ['local-a', 'local-b', 'local-c'].map((localConversationId, index) => ({
  localConversationId,
  platform: 'chatgpt',
  title: `Chat ${index}`,
  mode: 'auto' as const,
}));

/** Makes a port whose other chat gives this answer, and records the messages sent through it. */
function chats(answer: ConversationPort['waitForFinal'] = async () => ok(reply('Fine.'))) {
  const sent: MessageBetween[] = [];
  const asked: (readonly [string | null, number])[] = [];
  const port: ConversationPort = {
    async list(query, limit) {
      asked.push([query, limit]);
      return REACHABLE.slice(0, limit);
    },
    async send(message) {
      if (message.to === 'local-shy')
        return err({ code: 'conversation_manual', text: 'It is in manual mode.' });
      sent.push(message);
      return ok({ jobId: `job of ${message.dedupeKey}` });
    },
    waitForFinal: answer,
  };
  const tools = conversationTools(port, { maxDepth: () => 2, longestWaitMs: 60_000 });
  const registry = createToolRegistry([sourceOf(tools)]);
  const call = async (
    name: string,
    params: JsonObject,
    more: Partial<ToolContext> = {},
  ): Promise<ToolOutcome> => {
    const tool = await registry.find('conversation', name);
    if (!tool.ok) throw new Error(tool.error.text);
    return registry.run(tool.value, params, toolContext(more));
  };
  return { sent, asked, call };
}

function reply(text: string) {
  return { text, assistantMessageId: 'm' };
}

describe('conversation::list', () => {
  it('names others and not the asking one, as many as asked for', async () => {
    const { call, asked } = chats();
    const { text } = await call('list', { query: 'Chat', limit: 1 });
    expect(JSON.parse(text)).toEqual([
      {
        local_conversation_id: 'local-b',
        platform: 'chatgpt',
        title: 'Chat 1',
        mode: 'auto',
      },
    ]);
    await call('list', { query: '' });
    expect(asked).toEqual([
      ['Chat', 2],
      [null, 21],
    ]);
  });
});

describe.each(['send', 'send_and_wait'])('conversation::%s', (name) => {
  const message = { to: 'local-b', text: 'Please review.' };

  it('sends under a key that is the same when it runs again', async () => {
    const { sent, call } = chats();
    await call(name, message, { instructionId: 'reply.3' });
    await call(name, message, { instructionId: 'reply.3' });
    const once = {
      from: KEY,
      chain: ['local-a'],
      ...message,
      dedupeKey: 'conversation:reply.3',
    };
    expect(sent).toEqual([once, once]);
  });

  it.each([
    ['to itself', 'local-a', ['local-a'], 'cannot write to itself'],
    ['to one that waits for it', 'local-b', ['local-b', 'local-a'], 'local-b waits for this'],
    ['too deep', 'local-b', ['x', 'y', 'local-a'], '3 conversations ask one another already; at'],
  ])('%s is refused', async (_what, to, chain, text) => {
    const { sent, call } = chats();
    expect(await call(name, { to, text: 'Hi' }, { chain })).toEqual({
      ok: false,
      code: 'cycle_detected',
      text: expect.stringContaining(text),
    });
    expect(sent).toEqual([]);
  });

  it('as deep as allowed goes out', async () => {
    const { sent, call } = chats();
    await call(name, message, { chain: ['x', 'local-a'] });
    expect(sent).toMatchObject([{ chain: ['x', 'local-a'] }]);
  });

  it('that the other chat does not take fails with its reason', async () => {
    const { call } = chats();
    expect(await call(name, { to: 'local-shy', text: 'Hi' })).toEqual({
      ok: false,
      code: 'conversation_manual',
      text: 'It is in manual mode.',
    });
  });

  it.each([
    [{}, 'params.to'],
    [{ to: 'local-b' }, 'params.text'],
    [{ to: 'local-b', text: '' }, 'params.text'],
    [{ to: 'local-b', text: 'x'.repeat(100_001) }, 'params.text'],
    [{ to: 5, text: 'x' }, 'params.to'],
    [{ to: 'local-b', text: 'x', wait: true }, 'wait'],
  ])('with params out of shape names them: %#', async (params, text) => {
    expect(await chats().call(name, params)).toMatchObject({
      code: 'invalid_params',
      text: expect.stringContaining(text),
    });
  });
});

describe('conversation::send', () => {
  it('tells the job and does not wait', async () => {
    const { call } = chats(() => new Promise<never>(() => {}));
    expect(JSON.parse((await call('send', { to: 'local-b', text: 'Hi' })).text)).toEqual({
      job_id: 'job of conversation:reply.0',
      status: 'queued',
    });
  });
});

describe('conversation::send_and_wait', () => {
  const message = { to: 'local-b', text: 'Please review.' };
  const never: ConversationPort['waitForFinal'] = (_jobId, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () =>
        resolve(err({ code: 'cancelled', text: 'Nobody waits any more.' })),
      );
    });

  it('gives back the reply', async () => {
    const { call } = chats(async (jobId) => ok(reply(`Reply to ${jobId}.`)));
    expect(await call('send_and_wait', message)).toEqual({
      ok: true,
      text: 'Reply to job of conversation:reply.0.',
      format: 'text',
    });
  });

  it('passes on why no reply comes', async () => {
    const { call } = chats(async () => err({ code: 'send_rejected', text: 'The site said no.' }));
    expect(await call('send_and_wait', message)).toEqual({
      ok: false,
      code: 'send_rejected',
      text: 'The site said no.',
    });
  });

  it('waits as long as asked, then says where the message is', async () => {
    const { call } = chats(never);
    expect(await call('send_and_wait', { ...message, timeout_s: 1 })).toEqual({
      ok: false,
      code: 'final_message_timeout',
      text: expect.stringContaining(
        '(job job of conversation:reply.0), but no reply came within 1 s',
      ),
    });
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const { call } = chats((jobId, signal) => {
      controller.abort();
      return never(jobId, signal);
    });
    expect(await call('send_and_wait', message, { signal: controller.signal })).toMatchObject({
      code: 'cancelled',
    });
  });

  it('waits at most as long as a reply may take', async () => {
    expect(await chats().call('send_and_wait', { ...message, timeout_s: 61 })).toMatchObject({
      code: 'invalid_params',
      text: expect.stringContaining('params.timeout_s'),
    });
  });
});
