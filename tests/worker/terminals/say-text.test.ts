import { createHash } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { TERMINAL_VERBS } from '../../../shared/verbs/terminal-verbs.ts';
import type { Holder, Outcome } from '../../../worker/calls/executor.ts';
import { loadPty } from '../../../worker/terminals/pty.ts';
import { createTerminals } from '../../../worker/terminals/terminals.ts';
import {
  createWatchedScreens,
  type ScreenFrame,
} from '../../../worker/terminals/watched-screens.ts';
import { bundleEntry } from '../../kit/bundle-entry.ts';
import type { AgentScript } from '../../kit/fake-agents/agent-script.ts';
import { ROOT } from '../../../launcher/root.ts';

const ID = 'terminal_chat_0';

const pty = await loadPty();
let holder: Holder;
let told: ScreenFrame[] = [];

afterEach(() => holder.close(ID));

function ask(
  verb: keyof typeof TERMINAL_VERBS,
  args: Record<string, unknown> = {},
): Promise<Outcome> {
  return holder.run(
    {
      call_id: 'c1',
      chat_session_id: 'chat',
      resource_id: ID,
      verb,
      args: TERMINAL_VERBS[verb].args.parse(args),
      expect: null,
      attachments: [],
    },
    new AbortController().signal,
  );
}

async function start(command: string, args: readonly string[]): Promise<void> {
  told = [];
  const screens = createWatchedScreens((frame) => told.push(frame));
  holder = createTerminals(pty, { roots: [], environment: process.env, screens });
  const begun = await ask('start', { command, args, env: [], cwd: ROOT, cols: 500, rows: 40 });
  expect(begun).toMatchObject({ ok: true });
}

const cli = async (script: AgentScript) =>
  start(process.execPath, [
    await bundleEntry('tests/kit/fake-agents/fake-cli.ts'),
    JSON.stringify(script),
  ]);

const heard = async (from: number): Promise<string> =>
  String((await ask('heard', { from })).result?.['text']);

const shows = (words: string) =>
  expect.poll(async () => (await heard(0)).includes(words)).toBe(true);

describe.skipIf(pty === null)('a text that is said to a program in a terminal', () => {
  test('arrives as one, however many lines it has, and what came since is read', async () => {
    await cli({ rules: [{ on: '^one\ntwo$', does: [{ say: 'both' }] }] });
    await shows('? for shortcuts');
    const said = await ask('say', { text: 'one\r\n\u0007two' });
    expect(said).toMatchObject({ ok: true });
    await shows('● both');
    expect(await heard(Number(said.result?.['from']))).toContain('● both');
    await expect.poll(() => told.at(-1)?.data.text).toContain('● both');
  });

  test('that is long arrives whole', async () => {
    const text = `${'word '.repeat(2_000)}end`;
    await cli({ rules: [{ on: `^${text}$`, does: [{ say: 'whole' }] }] });
    await shows('? for shortcuts');
    expect(await ask('say', { text })).toMatchObject({ ok: true });
    await shows('● whole');
  });

  describe.each(['bash', 'sh'])('and that is harmless at the prompt of %s', (shell) => {
    const say = (text: string, folder = ROOT) => ask('say', { text, prompt_in: folder });
    const atPrompt = async () => {
      await start(shell, []);
      // Where it stands is told by its prompt alone.
      await expect.poll(async () => (await say('echo one$((1))')).ok).toBe(true);
      await shows('one1');
    };

    test('is said there', async () => {
      await atPrompt();
      await expect.poll(async () => (await say('echo two$((2))')).ok).toBe(true);
      await shows('two2');
    });

    test('is not said to what the shell runs', async () => {
      await atPrompt();
      await ask('say', { text: 'echo begun$((1)); read -r line; echo "got $line"; cat' });
      await shows('begun1');
      expect(await say('rest')).toMatchObject({ ok: false, error_code: 'not_actionable' });
      expect(await heard(0)).not.toContain('rest');
    });

    test('is not said in another folder', async () => {
      await atPrompt();
      await ask('say', { text: 'cd /; echo moved$((1))' });
      await shows('moved1');
      const isThere = async () => {
        expect(await say('ls')).toMatchObject({ ok: false, error_code: 'not_actionable' });
        return (await say('ls', '/')).ok;
      };
      await expect.poll(isThere).toBe(true);
    });
  });

  test('and that is harmless at a prompt is not said to another program', async () => {
    await cli({ rules: [{ on: '.', does: [{ say: 'heard' }] }] });
    await shows('? for shortcuts');
    expect(await ask('say', { text: 'ls', prompt_in: ROOT })).toMatchObject({
      ok: false,
      error_code: 'not_actionable',
    });
  });

  test('is uncertain where it does not show, and Enter is not pressed then', async () => {
    await start('sh', ['-c', 'stty -echo; echo ready; read line; echo "got $line"; sleep 60']);
    await shows('ready');
    expect(await ask('say', { text: 'secret' })).toMatchObject({
      ok: false,
      error_code: 'input_uncertain',
    });
    expect(await heard(0)).not.toContain('got');
  });

  test('is uncertain where only what was said before shows, and Enter is not pressed then', async () => {
    const quiet =
      'stty -echo; printf "Do it, and report.\\n[Pasted text #1 +9 lines]\\n1. Yes"; read line; echo got';
    await start('sh', ['-c', `${quiet}; sleep 60`]);
    await shows('1. Yes');
    expect(await ask('say', { text: 'Now this. Do it, and report.' })).toMatchObject({
      ok: false,
      error_code: 'input_uncertain',
    });
    expect(await heard(0)).not.toContain('got');
  });

  test('waits for a person who types, and is not put into the line that they began', async () => {
    await cli({ rules: [] });
    await shows('? for shortcuts');
    await ask('write', { text: 'half a li' });
    const before = performance.now();
    expect(await ask('say', { text: 'Go.' })).toMatchObject({
      ok: false,
      error_code: 'draft_present',
    });
    expect(performance.now() - before).toBeGreaterThan(2_000);
    expect(await heard(0)).not.toContain('Go.');
  });

  test('of a program that has ended is refused', async () => {
    await start('sh', ['-c', 'exit 4']);
    await expect.poll(() => told.at(-1)?.data).toMatchObject({ exit_code: 4 });
    expect(await ask('say', { text: 'Go.' })).toMatchObject({ error_code: 'resource_closed' });
  });
});

describe.skipIf(pty === null)('an answer to what a program in a terminal asks', () => {
  const QUESTION = `Do you want to tidy up ${'x'.repeat(2_500)}y?`;

  beforeEach(async () => {
    await cli({ rules: [{ on: '^go$', does: [{ ask: QUESTION }] }] });
    await shows('? for shortcuts');
    await ask('say', { text: 'go' });
    await expect.poll(() => told.at(-1)?.data.text).toContain('Esc to cancel');
  });

  test('goes to the screen that was told, which is told whole', async () => {
    const text = told.at(-1)?.data.text ?? '';
    expect(text.replaceAll('\n', '')).toContain(QUESTION);
    expect(await ask('answer', { keys: '\r', screen: hashOf(text) })).toMatchObject({ ok: true });
    await shows('● Yes.');
  });

  test('does not go to another one, however late it comes', async () => {
    expect(await ask('answer', { keys: '\r', screen: hashOf('Shall I?') })).toMatchObject({
      error_code: 'not_actionable',
    });
    await ask('press', { keys: ['2'] });
    await shows('● No.');
    expect(await heard(0)).not.toContain('● Yes.');
  });
});

test.skipIf(pty === null)(
  'a screen on which more signs stand than it has places is not told in part',
  async () => {
    const accents = `yes "a$(printf '\\314\\201%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)" | head -n 30000 | tr -d '\\n'`;
    await start('sh', ['-c', `printf 'Delete all?'; ${accents}; echo; echo ok; sleep 60`]);
    await shows('ok');
    await expect.poll(() => told.at(-1)?.data.text).toBe('');
  },
);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
