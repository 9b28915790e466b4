import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { createScreen, type Screen } from '../../../worker/terminals/screen.ts';
import { createTurns } from '../../../worker/terminals/turns.ts';
import type { AgentScript } from './agent-script.ts';

const PROGRAM = fileURLToPath(new URL('fake-cli.ts', import.meta.url));
const NO_MARKS = (): undefined => undefined;

/** A fake agent that runs in a terminal of its own. */
export interface FakeCli {
  readonly screen: Screen;
  readonly pid: number;
  write(text: string): void;
  /** As one who pastes it, and then presses Enter. */
  paste(text: string): void;
  /** Resolves once the screen shows what is wanted. */
  shows(met: (visible: string) => boolean): Promise<string>;
  readonly exited: Promise<number>;
}

/** Starts one, ended with the test. Null: this platform has no terminals. */
export async function startFakeCli(
  script: AgentScript,
  { cols = 80, rows = 40 }: { readonly cols?: number; readonly rows?: number } = {},
): Promise<FakeCli | null> {
  const pty = await loadPty();
  if (pty === null) return null;
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  const changes = new EventEmitter<{ change: [] }>();
  const child = pty.spawn(process.execPath, [PROGRAM, JSON.stringify(script)], {
    name: 'xterm-256color',
    cols,
    rows,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const screen = createScreen({ cols, rows }, createTurns(), NO_MARKS, (text) => child.write(text));
  let shown = Promise.resolve();
  child.onData((data) => {
    shown = shown.then(() => screen.feed(data)).then(() => void changes.emit('change'));
  });
  child.onExit(({ exitCode }) => exit(exitCode));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await shown;
    screen.dispose();
  });
  return {
    screen,
    pid: child.pid,
    write: (text) => child.write(text),
    paste: (text) => child.write(`\u001b[200~${text}\u001b[201~\r`),
    async shows(met) {
      while (!met(screen.visible())) await once(changes, 'change');
      return screen.visible();
    },
    exited,
  };
}
