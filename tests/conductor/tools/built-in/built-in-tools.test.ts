import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../../conductor/src/domain/baa/json-value.ts';
import { parseActions } from '../../../../conductor/src/domain/baa/parse-actions.ts';
import { BUILT_IN_TOOLS } from '../../../../conductor/src/tools/built-in/built-in-tools.ts';
import { createToolRegistry } from '../../../../conductor/src/tools/tool-registry.ts';
import type { ToolOutcome } from '../../../../conductor/src/tools/tool.ts';

const registry = createToolRegistry(BUILT_IN_TOOLS);
const nowMs = Date.UTC(2026, 10, 20, 1, 30, 5, 250);

function call(tool: string, params: JsonObject = {}): Promise<ToolOutcome> {
  return registry.run(
    { target: 'conductor', tool, params },
    {
      conversationKey: 'chatgpt/68e0',
      now: () => nowMs,
      conversationStatus: () =>
        Promise.resolve({
          mode: 'auto',
          draining: false,
          pauseReason: null,
          jobs: { acked: 1, finalized: 4 },
          latestAssistantMessageId: 'm-7',
          latestObservedAtMs: nowMs - 1_000,
        }),
    },
  );
}

/** What a JSON result says. */
async function valueOf(outcome: Promise<ToolOutcome>): Promise<unknown> {
  const { ok, text } = await outcome;
  expect(ok).toBe(true);
  return JSON.parse(text);
}

it('all built-in tools may run unasked and again', () => {
  expect(BUILT_IN_TOOLS.map(({ id, risk, idempotent }) => ({ id, risk, idempotent }))).toEqual(
    ['describe', 'time', 'echo', 'conversation.status'].map((name) => ({
      id: `conductor::${name}`,
      risk: 'low',
      idempotent: true,
    })),
  );
});

describe('conductor::describe', () => {
  it('is a short manual that names every tool and its params', async () => {
    const { text } = await call('describe');
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain('info string baa');
    expect(text.split('\n\n')[1]?.split('\n')).toEqual([
      '@conductor::describe::{"tool"?:string} - This manual, or one tool\'s JSON Schema.',
      '@conductor::time::{"zone"?:string} - The time now, in UTC or the IANA zone named.',
      '@conductor::echo::{"text":string} - Gives the text back.',
      '@conductor::conversation.status - How this conversation stands: mode, jobs by status, latest reply seen.',
    ]);
  });

  it('is itself no action when quoted', async () => {
    const { text } = await call('describe');
    expect(parseActions(text)).toEqual([]);
  });

  it.each(['conductor::echo', '@conductor::echo'])('gives the schema of %s', async (tool) => {
    expect(await valueOf(call('describe', { tool }))).toEqual({
      tool: 'conductor::echo',
      help: 'Gives the text back.',
      risk: 'low',
      idempotent: true,
      params: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
    });
  });

  it('names what is near to a tool that does not exist', async () => {
    expect(await call('describe', { tool: 'echo' })).toMatchObject({
      code: 'unknown_tool',
      text: expect.stringContaining('Did you mean @conductor::echo?'),
    });
  });
});

describe('conductor::time', () => {
  it.each([
    [undefined, '2026-11-20T01:30:05Z', 'UTC'],
    ['Asia/Shanghai', '2026-11-20T09:30:05+08:00', 'Asia/Shanghai'],
    ['Asia/Kolkata', '2026-11-20T07:00:05+05:30', 'Asia/Kolkata'],
    ['America/New_York', '2026-11-19T20:30:05-05:00', 'America/New_York'],
    ['Pacific/Marquesas', '2026-11-19T16:00:05-09:30', 'Pacific/Marquesas'],
  ])('in zone %s', async (zone, iso, told) => {
    expect(await valueOf(call('time', zone === undefined ? {} : { zone }))).toEqual({
      iso,
      zone: told,
      epoch_ms: nowMs,
    });
  });

  it('refuses a zone that does not exist', async () => {
    expect(await call('time', { zone: 'Mars/Olympus' })).toEqual({
      ok: false,
      code: 'invalid_params',
      text: 'params.zone: "Mars/Olympus" is no IANA time zone; write it as "Europe/Berlin".',
    });
  });
});

describe('conductor::echo', () => {
  it('gives the text back as it is', async () => {
    const text = 'a\n```\n"b" 😀';
    expect(await call('echo', { text })).toEqual({ ok: true, text, format: 'text' });
  });

  it('wants a text', async () => {
    expect(await call('echo')).toMatchObject({ code: 'invalid_params' });
  });
});

describe('conductor::conversation.status', () => {
  it('tells mode, jobs and the latest reply', async () => {
    expect(await valueOf(call('conversation.status'))).toEqual({
      conversation_key: 'chatgpt/68e0',
      mode: 'auto',
      draining: false,
      pause_reason: null,
      jobs: { acked: 1, finalized: 4 },
      latest_assistant_message_id: 'm-7',
      latest_observed_at: nowMs - 1_000,
    });
  });
});
