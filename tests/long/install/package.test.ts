import { execFile, execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { connectConductorAdmin } from '../../../launcher/conductor-admin.ts';
import { ensureBrowser } from '../../../launcher/ensure-browser.ts';
import { openBrowser } from '../../../launcher/open-browser.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { connectPlaygroundSite } from '../../../launcher/playground-site.ts';
import { ROOT } from '../../../launcher/root.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { cleanEnv } from '../../kit/run-baton.ts';

const run = promisify(execFile);
/** All that a machine without compilers has, which is all that the package may need. */
const TOOLS = ['npm', 'npx', 'sh'] as const;

let dir: string;
let project: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'baton-package-'));
  await run('npm', ['pack', '--pack-destination', dir], { cwd: ROOT, env: cleanEnv() });
  const [tarball = ''] = readdirSync(dir);

  const bin = join(dir, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const tool of TOOLS) symlinkSync(whereIs(tool), join(bin, tool));
  env = cleanEnv({ PATH: bin, HOME: dir, BATON_DATA_DIR: join(dir, 'data') });
  project = join(dir, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  await run(join(bin, 'npm'), ['install', '--no-audit', '--no-fund', join(dir, tarball)], {
    cwd: project,
    env,
  });
}, 300_000);

afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

function whereIs(tool: string): string {
  return execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
}

async function baton(...args: string[]): Promise<string> {
  const { stdout } = await run(join(dir, 'bin', 'npx'), ['baton', ...args], { cwd: project, env });
  return stdout;
}

/** The address it says it listens at. */
async function started(...args: string[]): Promise<string> {
  const flags = ['--json', '--port', '0', '--stop-with-stdin'];
  const child = spawn(join(dir, 'bin', 'npx'), ['baton', ...args, ...flags], {
    cwd: project,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => ended(child));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return (JSON.parse(line) as { url: string }).url;
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'close');
}

describe('the package, installed in an empty folder', () => {
  const installed = (...path: string[]): string => join(project, 'node_modules', ...path);

  it('brings no package but the native one, and no sources', () => {
    expect(
      readdirSync(installed())
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    ).toEqual(['baton', 'better-sqlite3', 'node-addon-api']);
    const files = readdirSync(installed('baton'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.[mc]?tsx?$|bundle\.json|\.cache/.test(name))).toEqual([]);
  });

  it('closes the circle: conductor, extension and playground are its own', async () => {
    const conductor = await started('start', '--pacing', 'off');
    const playground = await started('playground');
    const { chromium, firefox } = JSON.parse(await baton('extension', '--json')) as {
      chromium: string;
      firefox: string;
    };
    expect(existsSync(firefox)).toBe(true);

    const admin = connectConductorAdmin(conductor, join(dir, 'data'));
    const site = connectPlaygroundSite(playground);
    const opened = await openBrowser('chromium', {
      executablePath: await ensureBrowser('chromium', () => undefined),
      extensionDir: chromium,
      profileDir: join(dir, 'profile'),
      headless: true,
      drivesExtension: true,
    });
    onTestFinished(() => opened.close());
    await pairBrowser(opened, admin);
    const page = await opened.browser.newPage();
    await page.goto(site.conversationUrl(await site.createConversation('From the package')));
    const id = await waitUntil('the conversation', 30_000, async () => {
      const { conversations } = await admin.status();
      return conversations[0]?.local_conversation_id ?? null;
    });

    await baton('mode', id, 'auto');
    await baton('send', id, 'Hello from the package', '--wait');
    const { messages } = JSON.parse(await baton('show', id, '--json')) as {
      messages: readonly { text: string }[];
    };
    expect(messages.length).toBeGreaterThan(0);
    expect(await site.log()).toMatchObject({ duplicates: 0, messages: [{}, {}, {}, {}] });
    expect(JSON.parse(await baton('doctor', '--json'))).toMatchObject({ ok: true });
  });
});
