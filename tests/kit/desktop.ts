import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const PROGRAMS = ['Xvfb', 'openbox', 'xdotool', 'xprop'];

const run = promisify(execFile);

/** A desktop of its own, with a window manager and without a screen; `DISPLAY` names it while it is there. */
export interface Desktop {
  /** Each window that got the focus, since the desktop is there. */
  readonly focusLog: readonly string[];
  /** The window that has it. */
  focused(): Promise<string>;
  /** As a person at the keyboard: it goes to the window that has the focus. */
  type(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Debian has them as xvfb, openbox, xdotool and x11-utils. */
export function lacksForDesktop(): string[] {
  return PROGRAMS.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

export async function startDesktop(): Promise<Desktop> {
  const before = process.env['DISPLAY'];
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] ?? screen, 'data')) as [Buffer];
  process.env['DISPLAY'] = `:${number.toString('utf8').trim()}`;
  const manager = spawn('openbox', { stdio: 'ignore' });
  const ask = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, args)).stdout.trim();
  // The window manager names itself there once it is up.
  while ((await ask('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).includes('no such')) continue;
  const spy = spawn('xprop', ['-spy', '-root', '_NET_ACTIVE_WINDOW'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const focusLog: string[] = [];
  createInterface({ input: spy.stdout }).on('line', (line) => {
    const [window = '0x0'] = /0x[0-9a-f]+/.exec(line) ?? [];
    focusLog.push(window);
  });
  return {
    focusLog,
    focused: async () =>
      /0x[0-9a-f]+/.exec(await ask('xprop', '-root', '_NET_ACTIVE_WINDOW'))?.[0] ?? '0x0',
    type: async (text) => void (await ask('xdotool', 'type', '--delay', '20', text)),
    async end() {
      for (const each of [spy, manager, screen]) {
        if (each.exitCode !== null || each.signalCode !== null) continue;
        each.kill();
        await once(each, 'exit');
      }
      if (before === undefined) delete process.env['DISPLAY'];
      else process.env['DISPLAY'] = before;
    },
  };
}
