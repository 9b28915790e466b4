import { describe, expect, it } from 'vitest';

import { readToolLine } from '../../../conductor/src/features/teams/runs/lines/tool-line.ts';
import {
  NOTHING_SEEN,
  readStatus,
} from '../../../conductor/src/features/teams/runs/screens/read-status.ts';
import { patternsOf } from '../../../conductor/src/features/teams/runs/screens/screen-patterns.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import type { AgentScript } from './agent-script.ts';
import { type FakeCli, startFakeCli } from './start-fake-cli.ts';

const KEY = '7QF2';

async function start(
  script: AgentScript,
  size?: { readonly cols?: number; readonly rows?: number },
): Promise<FakeCli> {
  const cli = await startFakeCli(script, size);
  if (cli === null) throw new Error('no terminals here');
  return cli;
}

const statusOf = (visible: string, quietMs: number) =>
  readStatus(
    { lines: visible.split('\n'), saysIdle: null, exit: null },
    NOTHING_SEEN,
    patternsOf('claude-code'),
    { now: quietMs, lastOutputAt: 0 },
  );

function callsIn(visible: string) {
  const known = new Map<string, string>();
  return visible.split('\n').flatMap((line) => {
    const reading = readToolLine(line, { key: KEY, known: (id) => known.get(id) });
    if (reading.kind !== 'call') return [];
    known.set(reading.call.id, reading.call.payloadHash);
    return [reading.call];
  });
}

const isIdle = (visible: string): boolean => visible.includes('? for shortcuts');

describe.skipIf((await loadPty()) === null)('a fake agent in a terminal', () => {
  it('asks whether it may trust the folder, then waits', async () => {
    const cli = await start({ trust: true, rules: [] });
    const asking = await cli.shows((visible) => visible.includes('Enter to confirm'));
    expect(statusOf(asking, 0).question).toBe('Do you trust the files in this folder?');
    cli.write('\r');
    const waiting = await cli.shows(isIdle);
    expect(statusOf(waiting, 30_000)).toMatchObject({ status: 'idle', question: null });
  });

  it('ends when it may not', async () => {
    const cli = await start({ trust: true, rules: [] });
    await cli.shows((visible) => visible.includes('Enter to confirm'));
    cli.write('\u001b');
    expect(await cli.exited).toBe(1);
  });

  it('takes pasted lines as one, works, and says what it did', async () => {
    const cli = await start({
      rules: [{ on: 'one\ntwo', does: [{ workMs: 300 }, { say: 'both' }] }],
    });
    await cli.shows(isIdle);
    cli.paste('one\ntwo');
    const working = await cli.shows((visible) => visible.includes('esc to interrupt'));
    expect(statusOf(working, 60_000).status).toBe('running');
    const done = await cli.shows((all) => all.includes('● both') && !all.includes('interrupt'));
    expect(statusOf(done, 30_000).status).toBe('idle');
  });

  it('asks for a tool by a line that is read whole, however often it draws it', async () => {
    const params = { tabId: 'w1', text: 'word '.repeat(40) };
    const cli = await start(
      {
        rules: [
          {
            on: 'begin',
            does: [{ call: { id: 't1', method: 'tabs.send', params } }, { redraw: 3 }],
          },
          {
            on: '__MPS_TOOL_RESULT__ .*"id":"(t\\d)"',
            does: [
              { call: { id: 'after-$1', method: 'tabs.list', as: 'base64' } },
              { say: 'done' },
            ],
          },
        ],
      },
      { cols: 512 },
    );
    await cli.shows(isIdle);
    cli.paste(`begin; your key: ${KEY}. Write __MPS_TOOL__ {"id":"x","method":"m","key":"<key>"}`);
    const asked = await cli.shows((visible) => callsIn(visible).length > 0);
    expect(callsIn(asked)).toMatchObject([{ id: 't1', method: 'tabs.send', params }]);
    cli.paste('__MPS_TOOL_RESULT__ {"id":"t1","ok":true,"result":{}}');
    const again = await cli.shows((visible) => visible.includes('● done'));
    expect(callsIn(again).map(({ id }) => id)).toEqual(['t1', 'after-t1']);
  });

  it('breaks a line at 80 by itself, so that it is not read', async () => {
    const params = { text: 'word '.repeat(40) };
    const cli = await start(
      {
        wrap: 80,
        rules: [{ on: '', does: [{ call: { id: 't1', method: 'a', params } }, { say: 'done' }] }],
      },
      { cols: 512 },
    );
    await cli.shows(isIdle);
    cli.paste(`key: ${KEY}`);
    expect(callsIn(await cli.shows((visible) => visible.includes('● done')))).toEqual([]);
  });

  it('quotes a line without its key, and ends with a code', async () => {
    const cli = await start({
      rules: [
        {
          on: 'quote',
          times: 1,
          does: [{ call: { id: 't1', method: 'a', as: 'echo' } }, { say: 'so' }],
        },
        { on: 'quote', does: [{ exit: 3 }] },
      ],
    });
    await cli.shows(isIdle);
    cli.paste(`quote, key: ${KEY}`);
    expect(callsIn(await cli.shows((visible) => visible.includes('● so')))).toEqual([]);
    cli.paste('quote');
    expect(await cli.exited).toBe(3);
  });

  it('asks a person in between, and can fall silent', async () => {
    const cli = await start({
      rules: [{ on: 'go', does: [{ ask: 'Do you want to proceed?' }, { silent: true }] }],
    });
    await cli.shows(isIdle);
    cli.paste('go');
    const asking = await cli.shows((visible) => visible.includes('Enter to confirm'));
    expect(statusOf(asking, 0).question).toBe('Do you want to proceed?');
    cli.write('2');
    const silent = await cli.shows((visible) => visible.includes('● No.'));
    expect(statusOf(silent, 600_000).status).toBe('stuck');
  });
});
