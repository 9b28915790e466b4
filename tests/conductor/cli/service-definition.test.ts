import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { parseStringPromise } from 'xml2js';

import {
  defineService,
  lastingPath,
  type ServiceProgram,
} from '../../../conductor/src/cli/service-definition.ts';

/** All that a path may hold and that one of the three formats reads otherwise. */
const AWKWARD = `/home/an "odd" user/50% & <more>/it's $HOME\\x`;

const PROGRAM: ServiceProgram = {
  command: [process.execPath, '--flag=4', `${AWKWARD}/conductor.js`, '--data-dir', AWKWARD],
  dataDir: '/home/me/.local/share/baton',
  home: '/home/me',
  configDir: '/home/me/.config',
  searchPath: '/usr/bin:/opt/a b',
  user: 'DESK\\me & you',
  uid: 501,
};

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe('the unit for systemd', () => {
  const { file, text } = defined('linux');

  it('lies where systemd looks for those of a user', () => {
    expect(file).toBe('/home/me/.config/systemd/user/baton.service');
  });

  it('does not start again what a new start cannot mend', () => {
    expect(text).toContain('Restart=on-failure\n');
    expect(text).toContain('RestartPreventExitStatus=2 3 4\n');
  });

  it('lets nothing in a path mean something of systemd’s', () => {
    const [line = ''] = /^ExecStart=.*$/m.exec(text) ?? [];
    expect(line).toContain(
      String.raw`"/home/an \"odd\" user/50%% & <more>/it's $$HOME\\x/conductor.js"`,
    );
  });

  it('is of as many lines whatever a path holds', () => {
    const [dir, path] = ['/home/me/a\nExecStartPre=/tmp/evil\r', '/usr/bin:/tmp/\nExecStop=x'];
    const command = [process.execPath, '--data-dir', dir] as const;
    const unit = defineService('linux', { ...PROGRAM, command, searchPath: path })?.text ?? '';
    expect(unit.split(/[\r\n]/)).toHaveLength(text.split('\n').length);
    expect(unit).toContain(String.raw`"/home/me/a\u000aExecStartPre=/tmp/evil\u000d"`);
    expect(unit).not.toMatch(/^\s*Exec(?!Start=)/m);
  });

  it.skipIf(!isThere('systemd-analyze'))('is one for systemd’s own checker', () => {
    const dir = mkdtempSync(join(tmpdir(), 'baton-unit-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const unit = join(dir, 'baton.service');
    writeFileSync(unit, text);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', unit], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: dir },
    });
    expect({ status, said: stderr.split('\n').filter((each) => each.includes('baton')) }).toEqual({
      status: 0,
      said: [],
    });
  });
});

describe('the agent for launchd', () => {
  const { file, text, start } = defined('darwin');

  it('is a property list with the whole command in it', async () => {
    const { plist } = (await parseStringPromise(text)) as {
      plist: { dict: [{ key: string[]; string: string[]; array: [{ string: string[] }] }] };
    };
    const [dict] = plist.dict;
    expect(dict.array[0].string).toEqual(PROGRAM.command);
    expect(dict.key).toEqual([
      'Label',
      'ProgramArguments',
      'EnvironmentVariables',
      'RunAtLoad',
      'KeepAlive',
      'Umask',
      'StandardOutPath',
      'StandardErrorPath',
    ]);
    expect(dict.string[0]).toBe('baton.conductor');
  });

  it('is loaded for this user', () => {
    expect(start).toEqual([['launchctl', 'bootstrap', 'gui/501', file]]);
    expect(file).toBe('/home/me/Library/LaunchAgents/baton.conductor.plist');
  });
});

describe('the task for Windows', () => {
  const { text, encoding } = defined('win32', {
    ...PROGRAM,
    command: ['C:\\Program Files\\node.exe', 'C:\\it is\\', '--said', 'a "word"'],
  });

  it('is well formed, and runs the command as this user at logon', async () => {
    expect(encoding).toBe('utf16le');
    const { Task } = (await parseStringPromise(text, { explicitArray: false })) as {
      Task: {
        Triggers: { LogonTrigger: { UserId: string } };
        Principals: { Principal: { UserId: string; RunLevel: string } };
        Actions: { Exec: { Command: string; Arguments: string } };
      };
    };
    expect(Task.Triggers.LogonTrigger.UserId).toBe('DESK\\me & you');
    expect(Task.Principals.Principal).toMatchObject({ RunLevel: 'LeastPrivilege' });
    expect(Task.Actions.Exec).toEqual({
      Command: 'C:\\Program Files\\node.exe',
      Arguments: String.raw`"C:\it is\\" "--said" "a \"word\""`,
    });
  });
});

it('what npm puts before the PATH of what it runs does not last', () => {
  const npm = '/tmp/node_modules/.bin:/usr/lib/npm/node-gyp-bin';
  expect(lastingPath(`${npm}:/usr/bin:/opt/node_modules/bin`, ':')).toBe(
    '/usr/bin:/opt/node_modules/bin',
  );
});

it('no service is defined for a system whose manager is not known', () => {
  expect(defineService('aix', PROGRAM)).toBe(null);
});

function defined(platform: NodeJS.Platform, program = PROGRAM) {
  const service = defineService(platform, program);
  if (service === null) throw new Error(`nothing for ${platform}`);
  return service;
}
