import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { writeOpeningPage } from '../../../conductor/src/opening-page.ts';
import { offerPlaygroundTools } from '../../../conductor/src/playground-tools.ts';
import { buildExtension } from '../../../launcher/build-extension.ts';
import { DEMO_TITLE, runDemo } from '../../../launcher/demo.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { connectPlaygroundSite, type PlaygroundSite } from '../../../launcher/playground-site.ts';
import { type Service, startService } from '../../../launcher/start-service.ts';
import { launchBrowser, type TestBrowser } from '../../kit/browsers.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';
import { runBaton } from '../../kit/run-baton.ts';

const LONG_AGO_MS = 60_000;

/**
 * The parts that `npm start` starts, one by one, in a browser that can be driven: with a window, it opens one that
 * cannot. Each test goes on where the one before ended, as a person does.
 */
describe.for(BROWSER_NAMES)('the first hour with the web UI, in %s', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-first-hour-'));
  let conductor: ConductorProcess;
  let playground: Service;
  let site: PlaygroundSite;
  let browser: TestBrowser;
  /** The first tab. */
  let face: Page;
  /** The chat that the person opens. */
  let chat: Page;
  let chatId = '';

  beforeAll(async () => {
    offerPlaygroundTools(dataDir);
    conductor = await startConductorProcess({ dataDir });
    playground = await startService({
      name: 'The playground',
      entry: 'playground/main.ts',
      args: ['--json', '--port', '0', '--data-dir', join(dataDir, 'playground')],
      logFile: join(dataDir, 'log', 'playground.log'),
      env: { OPENAI_BASE_URL: undefined },
    });
    site = connectPlaygroundSite(playground.url);
    browser = await launchBrowser(name, {
      extensionDir: await buildExtension(name),
      profileDir: join(dataDir, 'profile'),
    });
    await pairBrowser(browser, conductor.admin);
  }, LONG_AGO_MS * 3);
  afterAll(async () => {
    await browser?.close();
    await playground?.stop();
    await conductor?.dispose();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Goes to a tab, which takes no press in its first moment. */
  async function at(page: Page): Promise<void> {
    await page.bringToFront();
    await page.waitForSelector('html:not([data-unseen])');
  }

  /** Presses what says so, with the mouse, once it is there and takes it. */
  async function press(page: Page, says: string, within = 'body'): Promise<void> {
    const found = await page.waitForFunction(
      (text, where) =>
        [
          ...document.querySelectorAll<HTMLElement>(
            `${where} :is(a, button, summary, label, .row)`,
          ),
        ].find(
          (one) =>
            one.innerText.split('\n').some((line) => line.trim().startsWith(text)) &&
            one.checkVisibility() &&
            !one.matches(':disabled'),
        ),
      {},
      says,
      within,
    );
    await (found.asElement() as Awaited<ReturnType<Page['$']>>)?.click();
  }

  /** Waits until a part of the page says that. */
  async function says(page: Page, text: string, within = '#main'): Promise<void> {
    const said = () =>
      page.$$eval(within, (parts) => parts.map((part) => (part as HTMLElement).innerText).join());
    await expect.poll(said).toContain(text);
  }

  /** As a person types into a chat. */
  async function say(text: string): Promise<void> {
    await chat.bringToFront();
    await chat.click('textarea');
    await chat.keyboard.type(text);
    // Not while a reply is being written.
    await chat.waitForSelector('#send:not(:disabled)');
    await chat.keyboard.press('Enter');
    await at(face);
  }

  const actions = (): readonly Record<string, unknown>[] =>
    conductor.query(
      `select status, approval_id as asked, params_json as params from instructions
       left join approvals using (instruction_id) where tool = 'note' order by instructions.rowid`,
    );

  test('the first tab is signed in, and shows how to begin', async () => {
    face = await browser.newPage();
    await face.setViewport({ width: 1200, height: 900 });
    await face.goto(writeOpeningPage(dataDir, await conductor.admin.makeFaceLink()));
    await face.waitForSelector('.first-steps[open]');
    await face.waitForSelector('.live[data-tone="good"]');
    expect(new URL(face.url()).hash).toBe('');
    await says(face, 'A browser is connected (1).');
  });

  test('it says which browser is paired', async () => {
    await at(face);
    await press(face, 'Which one');
    await says(face, name);
    await says(face, 'Connected');
    await press(face, 'Now', '.rail');
    await face.waitForSelector('.first-steps[open]');
  });

  test('a conversation acts, and each of its actions is told of where it was asked for', async () => {
    const conversationId = await site.createConversation(DEMO_TITLE);
    chat = await browser.newPage(site.conversationUrl(conversationId));
    const outcome = await runDemo({
      conversationId,
      admin: conductor.admin,
      site,
      begin: (id, text) => conductor.admin.send(id, text),
      typed: 0,
      show: null,
      say: () => undefined,
      broken: new Promise(() => undefined),
    });
    expect(outcome).toMatchObject({ ok: true });
    await at(face);
    await says(face, '4 deliveries');
    await press(face, 'Conversations', '.rail');
    await face.waitForSelector('.row');
    await face.click('.row');
    await says(face, 'That was the whole circle');
    await expect
      .poll(() => face.$$eval('details.action', (cards) => cards.length), { timeout: 30_000 })
      .toBe(4);
    await press(face, 'Now', '.rail');
    await says(face, 'Nothing needs you.');
  });

  test('a further chat is taught by one press, and the text can be copied', async () => {
    chatId = await site.createConversation('My own chat');
    chat = await browser.newPage(site.conversationUrl(chatId));
    await chat.waitForSelector('textarea');
    await at(face);
    await press(face, 'First steps', '.first-steps');
    await says(face, 'My own chat', '.first-steps');
    await press(face, 'Copy the text', '.first-steps');
    await says(face, 'Copied', '.first-steps');

    const mine = await face.$$eval(
      '.first-steps .sentences > li',
      (rows) => rows.findIndex((row) => row.textContent.includes('My own chat')) + 1,
    );
    const row = `.first-steps .sentences > li:nth-child(${mine})`;
    await press(face, 'Send it here', row);
    await says(face, 'Sent', row);
    await expect
      .poll(async () => (await site.conversation(chatId)).messages)
      .toMatchObject([{ text: expect.stringContaining('```baa') }, { role: 'assistant' }]);
    await press(face, 'Auto', row);
    await expect
      .poll(() => conductor.query(`select mode from conversations where mode = 'auto'`))
      .toHaveLength(2);
    expect((await site.log()).duplicates).toBe(0);
  });

  test('what waits is shown at once, says why it asks, and is allowed', async () => {
    await say('/ask');
    await says(face, 'mcp.playground::note');
    await press(face, 'Look', '#main');
    await says(face, 'Why you are asked');
    await press(face, 'Allow', '.detail');
    await expect.poll(actions).toMatchObject([{ status: 'succeeded' }]);
    await expect
      .poll(async () => (await site.conversation(chatId)).messages.at(-1)?.text)
      .toContain('Note 1 is on the board');
  });

  test('the next one is made a rule of, after a look at what that would have changed', async () => {
    await say('/ask Buy milk.');
    await press(face, 'Now', '.rail');
    await says(face, 'mcp.playground::note');
    await press(face, 'Look', '#main');
    await press(face, 'Always', '.detail');
    await press(face, 'This tool', '.detail');
    await press(face, 'In every conversation', '.detail');
    await says(face, '2 of the last 6 actions', '.detail .preview');
    await press(face, 'Allow', '.detail');
    await expect.poll(actions).toMatchObject([{}, { status: 'succeeded' }]);
  });

  test('then it runs unasked, and says which rule won', async () => {
    await say('/ask Buy bread.');
    await expect
      .poll(actions)
      .toMatchObject([
        {},
        {},
        { status: 'succeeded', asked: null, params: expect.stringContaining('bread') },
      ]);
    await press(face, 'Conversations', '.rail');
    await says(face, 'My own chat');
    await press(face, 'My own chat');
    // The message is there before what it asked for.
    await face.waitForFunction(() => {
      const card = [...document.querySelectorAll<HTMLElement>('details.action > summary')].find(
        (one) => one.textContent.includes('bread'),
      );
      card?.click();
      return card !== undefined;
    });
    await press(face, 'The whole action', 'details.action[open]');
    await says(face, 'wins', '.why-rule');
  });

  test('`baton open` opens it again, signed in', async () => {
    const again = await runBaton(['open', '--json', '--data-dir', dataDir]);
    const { url } = JSON.parse(again.out) as { readonly url: string };
    await face.close();
    face = await browser.newPage();
    await face.goto(writeOpeningPage(dataDir, url));
    await face.waitForSelector('.live[data-tone="good"]');
    await says(face, 'Today');
  });
});
