import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, it, onTestFinished } from 'vitest';

import { newestProgram } from '../../../launcher/newest-program.mjs';
import { ROOT } from '../../../launcher/root.ts';
import { cleanEnv } from '../../kit/run-baton.ts';

const BATON = newestProgram('conductor/src/cli/main.ts');

/** A systemd of its own needs a /run of its own, which only root can have, and no container that forbids it. */
const canHaveSystemd =
  spawnSync('unshare', ['--mount', 'test', '-x', '/lib/systemd/systemd']).status === 0;

/** Commands of a person with systemd; between them, checks with the manager itself. */
const SESSION = `
set -u
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/system /run/user/0
export XDG_RUNTIME_DIR=/run/user/0
/lib/systemd/systemd --user --log-target=null &
manager=$!
for _ in $(seq 100); do systemctl --user is-system-running >/dev/null 2>&1 && break; sleep 0.1; done
say() { echo "== $1"; shift; "$@"; echo "-> $?"; }
say install baton service install --port 0 --json
say status baton service status --json
say ask baton status --json
pid=$(systemctl --user show --property MainPID --value baton)
say again baton service install --port 0 --json
say "started anew" test "$pid" != "$(systemctl --user show --property MainPID --value baton)"
systemctl --user kill --signal SIGKILL baton
for _ in $(seq 50); do baton status >/dev/null 2>&1 && break; sleep 0.2; done
say "up again" baton status --json
say remove baton service remove --json
say "is gone" systemctl --user is-active baton
say "status after" baton service status --json
say "remove again" baton service remove --json
systemctl --user exit
wait $manager
`;

it.skipIf(!canHaveSystemd)(
  'systemd keeps the conductor running until the service is removed',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'baton-service-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(join(home, 'a folder'));
    const env = cleanEnv({
      HOME: home,
      BATON_DATA_DIR: join(home, 'a folder', '50% $HOME'),
    });
    const baton = `baton() { ${JSON.stringify(process.execPath)} ${JSON.stringify(BATON)} "$@"; }`;
    delete env['XDG_CONFIG_HOME'];
    const session = spawn(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'bash',
        '-c',
        `mount -t proc proc /proc; ${baton}${SESSION}`,
      ],
      {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [out, err] = await Promise.all([
      text(session.stdout),
      text(session.stderr),
      once(session, 'close'),
    ]);
    const steps = Object.fromEntries(
      out
        .split(/^== /m)
        .slice(1)
        .map((step) => {
          const [, name = '', said = '', code] = /^(.*)\n([^]*)-> (\d+)\n$/.exec(step) ?? [];
          return [
            name,
            {
              code: Number(code),
              said: said.startsWith('{') ? (JSON.parse(said) as unknown) : said,
            },
          ];
        }),
    );
    const installed = { manager: 'systemd', installed: true };
    expect(steps, err).toMatchObject({
      install: {
        code: 0,
        said: { ...installed, url: expect.stringContaining('http://127.0.0.1:') },
      },
      status: { code: 0, said: { ...installed, running: true } },
      ask: { code: 0 },
      again: { code: 0, said: installed },
      'started anew': { code: 0 },
      'up again': { code: 0 },
      remove: { code: 0, said: { removed: true } },
      'is gone': { code: 3, said: 'inactive\n' },
      'status after': { code: 5, said: { installed: false, running: false } },
      'remove again': { code: 0, said: { removed: false } },
    });
  },
);
