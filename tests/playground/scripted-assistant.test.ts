import { describe, expect, test } from 'vitest';
import type { Turn } from '../../playground/chat-turn.ts';
import { composeReply, createScriptedAssistant } from '../../playground/scripted-assistant.ts';

const DESCRIBED = results('1. @conductor::describe ok\n```text\nFour tools are here.\n```');
const TIMED = results(
  '1. @conductor::time ok\n```json\n{"iso":"2026-11-20T10:11:12Z"}\n```\n' +
    '2. @conductor::echo ok\n```text\nThe baton is passed.\n```',
);
const STATUS = results(
  '1. @conductor::conversation.status ok\n```json\n{"mode":"auto","jobs":{"finalized":2}}\n```',
);

function results(body: string): string {
  return `Baton results r1\n\n${body}`;
}

const question: Turn = {
  id: '1',
  role: 'user',
  text: 'Hello!',
  parentId: null,
  createdAtMs: 0,
  failed: false,
};

/** Talks with the assistant: what it says after each of `messages`. */
function talk(...messages: readonly string[]): string[] {
  const turns: Turn[] = [];
  const add = (role: Turn['role'], text: string): void => {
    turns.push({
      id: String(turns.length),
      role,
      text,
      parentId: null,
      createdAtMs: 0,
      failed: false,
    });
  };
  return messages.map((message) => {
    add('user', message);
    const { text } = composeReply(turns);
    add('assistant', text);
    return text;
  });
}

/** The actions of a reply, by a reader that knows nothing but top-level fences. */
function actionsIn(reply: string): string[] {
  const blocks = reply.matchAll(/^```baa\n([^]*?)\n```$/gm);
  return [...blocks].flatMap(([, body = '']) => body.split('\n'));
}

describe('the demo', () => {
  const replies = talk('Hello!', DESCRIBED, TIMED, STATUS);

  test('takes three tool turns in a row and ends without an action', () => {
    expect(replies.map(actionsIn)).toEqual([
      ['@conductor::describe'],
      ['@conductor::time', '@conductor::echo::{"text":"The baton is passed."}'],
      ['@conductor::conversation.status'],
      [],
    ]);
  });

  test('reacts to the results it was given', () => {
    expect(replies[1]).toContain('“Four tools are here.”');
    expect(replies[2]).toContain('2026-11-20T10:11:12');
  });

  test('closes with something out of every result', () => {
    const summary = replies[3] ?? '';
    for (const quoted of ['Four tools', '2026-11-20T10:11:12', 'The baton is passed.', '“auto”']) {
      expect(summary).toContain(quoted);
    }
  });

  test('quotes what it did not expect instead of inventing it', () => {
    const [, , afterError] = talk('Hello!', DESCRIBED, results('1. @conductor::time timed_out'));
    expect(afterError).toContain('“1. @conductor::time timed_out”');
  });

  test('can be had again later', () => {
    expect(actionsIn(talk('Hello!', 'thanks', '/demo')[2] ?? '')).toEqual(['@conductor::describe']);
  });
});

describe('afterwards', () => {
  test('a message that is no command gets help, and no action', () => {
    const [, reply = ''] = talk('Hello!', 'What now?');
    expect(reply).toContain('/demo');
    expect(actionsIn(reply)).toEqual([]);
  });

  test('/echo passes any text on as JSON', () => {
    const [reply = '', closing] = talk('/echo say "hi"\nand bye', results('\nsay "hi"'));
    expect(actionsIn(reply)).toEqual(['@conductor::echo::{"text":"say \\"hi\\"\\nand bye"}']);
    expect(closing).toContain('“say "hi"”');
  });

  test('/bad is malformed first and mended after the error', () => {
    const error = results('1. (unreadable) malformed_action\n```text\nLine 4: no closing }\n```');
    const replies = talk('/bad', error, results('\nmind the gap'));
    expect(replies.map(actionsIn)).toEqual([
      ['@conductor::echo::{"text":"mind the gap"'],
      ['@conductor::echo::{"text":"mind the gap"}'],
      [],
    ]);
    expect(replies[1]).toContain('Line 4: no closing }');
  });

  test('/quote shows actions in a longer fence and in a block quote only', () => {
    const [reply = ''] = talk('/quote');
    expect(reply).toContain('````markdown\n```baa\n');
    expect(reply).toContain('> ```baa\n> @conductor::echo');
    expect(reply.replace(/^````[^]*?^````$/m, '')).not.toMatch(/^```baa/m);
  });

  test('/plain has no action', () => {
    expect(actionsIn(talk('/plain')[0] ?? '')).toEqual([]);
  });

  test('/tool and /ask call the tools of the playground’s own server', () => {
    expect(actionsIn(talk('/tool')[0] ?? '')).toEqual(['@mcp.playground::roll::{"sides":20}']);
    expect(actionsIn(talk('/ask two "eggs"')[0] ?? '')).toEqual([
      '@mcp.playground::note::{"text":"two \\"eggs\\""}',
    ]);
    expect(talk('/tool', results('1. ok\n```text\nA die of 20 sides shows 7.\n```'))[1]).toContain(
      '“A die of 20 sides shows 7.”',
    );
  });

  test('/help is had at any time, and names every word', () => {
    const [first = ''] = talk('/help');
    expect(talk('Hello!', 'What now?')[1]).toBe(first);
    for (const { word } of createScriptedAssistant(0).words ?? [])
      expect(first).toContain(`/${word}`);
  });

  test('/error breaks off half-way', async () => {
    const said: string[] = [];
    const turn = { ...question, text: '/error' };
    const reply = createScriptedAssistant(0).reply([turn], AbortSignal.timeout(5000));
    await expect(async () => {
      for await (const word of reply) said.push(word);
    }).rejects.toThrow('The connection to the model was lost.');
    expect(said.length).toBeGreaterThan(5);
  });

  test('/slow is slow', () => {
    expect(composeReply([{ ...question, text: '/slow' }]).pace).toBe('slow');
  });
});

test('the words, put together, are the reply', async () => {
  const words: string[] = [];
  for await (const word of createScriptedAssistant(0).reply(
    [question],
    AbortSignal.timeout(5000),
  )) {
    words.push(word);
  }
  expect(words.length).toBeGreaterThan(20);
  expect(words.join('')).toBe(composeReply([question]).text);
});
