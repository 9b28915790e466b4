import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { buildExtension } from '../../../launcher/build-extension.ts';
import { ensureBrowser } from '../../../launcher/ensure-browser.ts';
import { type BrowserName } from '../../../launcher/find-browser.ts';
import { openPairedBrowser, type PairedBrowser } from '../../../launcher/open-paired-browser.ts';
import { connectPlaygroundSite, type PlaygroundSite } from '../../../launcher/playground-site.ts';
import { startService } from '../../../launcher/start-service.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-paired-'));
  closers.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

async function startPlayground(): Promise<PlaygroundSite> {
  const dataDir = newDir();
  const playground = await startService({
    name: 'The playground',
    entry: 'playground/main.ts',
    args: ['--json', '--port', '0', '--data-dir', dataDir],
    logFile: join(dataDir, 'playground.log'),
    env: { OPENAI_BASE_URL: undefined },
  });
  closers.push(() => playground.stop());
  return connectPlaygroundSite(playground.url);
}

/** A page that says what it sees of a driver, and goes on to another: nobody else can ask an undriven browser. */
async function startWitness(next: string): Promise<{ url: string; sees: Promise<string | null> }> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/sees') resolve(searchParams.get('webdriver'));
    response.setHeader('content-type', 'text/html');
    response.end(
      `<script>fetch('/sees?webdriver=' + navigator.webdriver).then(() => {
        location.href = ${JSON.stringify(next)};
      });</script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, sees: promise };
}

describe.each(['chromium', 'firefox'] as const)('%s as npm start opens it', (name) => {
  const world = async (profileDir: string, extensionDir?: string) => {
    const options = {
      executablePath: await ensureBrowser(name, () => undefined),
      extensionDir: extensionDir ?? (await buildExtension(name)),
      profileDir,
      headless: true,
    };
    return (conductor: ConductorProcess, url: string): Promise<PairedBrowser> =>
      openPairedBrowser(
        name,
        options,
        () => Promise.resolve([url]),
        conductor.admin,
        (each) => closers.push(() => each.close()),
      );
  };

  it('shows no driver to a page, and has the extension in it, pinned, paired and at work', async () => {
    const profileDir = newDir();
    const open = await world(profileDir);
    const site = await startPlayground();
    const conductor = await startConductorProcess({ dataDir: newDir() });
    closers.push(() => conductor.dispose());

    for (const paired of ['now', 'already']) {
      const id = await site.createConversation(`A round in ${name}`);
      const witness = await startWitness(site.conversationUrl(id));
      const found = await open(conductor, witness.url);
      expect(found).toMatchObject({ paired, isDriven: false });
      expect(await witness.sees).toBe('false');

      const { admin } = conductor;
      const known = await waitUntil('the conversation', 30_000, async () => {
        const { conversations } = await admin.status();
        return conversations.find((each) => each.remote_conversation_id === id) ?? null;
      });
      await admin.send(known.local_conversation_id, `Hello from ${name}`);
      await waitUntil('its reply', 30_000, async () => {
        const { messages } = await site.conversation(id);
        return messages.some(({ role }) => role === 'assistant') ? true : null;
      });
      await found.opened.close();
    }
    expect(await site.log()).toMatchObject({ messages: [{}, {}], duplicates: 0 });
    expect(isPinned(name, profileDir)).toBe(true);
  });

  it('runs the newest build, whose version is that of the one before', async () => {
    const extensionDir = newDir();
    cpSync(await buildExtension(name), extensionDir, { recursive: true });
    const background = join(extensionDir, 'background.js');
    const code = readFileSync(background, 'utf8');
    const ran: string[] = [];
    const server = createServer(({ url = '/' }, response) => {
      ran.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;

    const open = await world(newDir(), extensionDir);
    const conductor = await startConductorProcess({ dataDir: newDir() });
    closers.push(() => conductor.dispose());
    for (const [build, paired] of [
      ['/first', 'now'],
      ['/second', 'already'],
    ] as const) {
      writeFileSync(background, `fetch('http://127.0.0.1:${port}${build}');\n${code}`);
      const found = await open(conductor, 'about:blank');
      expect(found.paired).toBe(paired);
      await found.opened.close();
      expect(ran.at(-1)).toBe(build);
    }
  });

  it('is not opened a second time while it is open', async () => {
    const open = await world(newDir());
    const conductor = await startConductorProcess({ dataDir: newDir() });
    closers.push(() => conductor.dispose());
    const { opened } = await open(conductor, 'about:blank');
    await expect(open(conductor, 'about:blank')).rejects.toThrow(
      `is still open (process ${opened.pid})`,
    );
  });

  it('is paired once, and anew where its conductor has moved to another port', async () => {
    const open = await world(newDir());
    const dataDir = newDir();
    const openAndClose = async (conductor: ConductorProcess): Promise<'already' | 'now'> => {
      const { opened, paired } = await open(conductor, 'about:blank');
      await opened.close();
      return paired;
    };
    const first = await startConductorProcess({ dataDir });
    closers.push(() => first.dispose());
    expect(await openAndClose(first)).toBe('now');
    expect(await openAndClose(first)).toBe('already');
    await first.dispose();

    const moved = await startConductorProcess({ dataDir });
    closers.push(() => moved.dispose());
    expect(moved.url).not.toBe(first.url);
    expect(await openAndClose(moved)).toBe('now');
    expect(await openAndClose(moved)).toBe('already');
  });
});

/** As the browser wrote it down. */
function isPinned(name: BrowserName, profileDir: string): boolean {
  if (name === 'firefox') {
    const prefs = readFileSync(join(profileDir, 'prefs.js'), 'utf8');
    return /^user_pref\("browser\.uiCustomization\.state",.*\\"nav-bar\\":\[[^\]]*baton_baton_invalid-browser-action/m.test(
      prefs,
    );
  }
  const preferences = JSON.parse(
    readFileSync(join(profileDir, 'Default', 'Preferences'), 'utf8'),
  ) as { readonly extensions?: { readonly pinned_extensions?: readonly string[] } };
  return preferences.extensions?.pinned_extensions?.length === 1;
}
