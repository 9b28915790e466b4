import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'puppeteer-core';

import { offerPlaygroundTools } from '../conductor/src/playground-tools.ts';
import { buildExtension } from '../launcher/build-extension.ts';
import { bundlePrograms } from '../launcher/bundle-programs.ts';
import { connectConductorAdmin } from '../launcher/conductor-admin.ts';
import { pairBrowser } from '../launcher/pair-browser.ts';
import { connectPlaygroundSite } from '../launcher/playground-site.ts';
import { ROOT } from '../launcher/root.ts';
import { type Service, startService } from '../launcher/start-service.ts';
import { waitUntil } from '../launcher/wait-until.ts';
import { animatedWebp, type Frame } from './kit/animated-webp.ts';
import { launchBrowser, type TestBrowser } from './kit/browsers.ts';

/**
 * `npm run pictures:circle`: the moving picture of README.md, `docs/images/circle.webp`. A real browser with the
 * extension shows the playground and the popup while an assistant asks for an action, a person allows it, and the
 * result comes back.
 */
const OUT = join(ROOT, 'docs', 'images', 'circle.webp');
/** In CSS px: the chat, the popup beside it, the line of words above both. */
const CHAT = { width: 600, height: 500 };
const POPUP = { width: 340, height: 500 };
const STAGE = { width: 980, height: 576 };
const QUALITY = 72;
const STILL_MS = 400;
const LIMIT_MS = 30_000;
const QUESTION = '/ask Buy tea.';

/** The line above the pages; all of them stand where no popup does. */
const STEPS = [
  'You ask in a chat',
  'The assistant writes an action into its reply',
  'Baton asks you, because the action changes something',
  'You allow it',
  'Baton runs it, and sends the result into the same chat',
  'The assistant goes on',
] as const;
type Step = (typeof STEPS)[number];

const dataDir = mkdtempSync(join(tmpdir(), 'baton-circle-'));
const services: Service[] = [];
let browser: TestBrowser | null = null;
try {
  offerPlaygroundTools(dataDir);
  const extensionDir = await buildExtension('chromium');
  await bundlePrograms();
  const conductor = await serve('conductor/src/main.ts', ['--data-dir', dataDir]);
  const playground = await serve('playground/main.ts', [
    '--data-dir',
    join(dataDir, 'playground'),
    '--delay-ms',
    '60',
  ]);
  const admin = connectConductorAdmin(conductor.url, dataDir);
  const site = connectPlaygroundSite(playground.url);
  browser = await launchBrowser('chromium', { extensionDir, profileDir: join(dataDir, 'profile') });
  await pairBrowser(browser, admin);

  const conversationId = await site.createConversation('Groceries');
  const chat = await browser.newPage(site.conversationUrl(conversationId));
  await chat.setViewport(CHAT);
  const localId = await waitUntil('the conductor to know the chat', LIMIT_MS, async () => {
    const { conversations } = await admin.status();
    return (
      conversations.find((one) => one.remote_conversation_id === conversationId)
        ?.local_conversation_id ?? null
    );
  });
  await admin.setMode(localId, 'auto');

  const stage = await openStage(browser);
  const popup = await openPopupOver(browser, chat);
  const frames: Frame[] = [];
  /** `says` is the line above. */
  async function show(says: Step, shownMs: number, withPopup: boolean): Promise<void> {
    frames.push({ webp: await stage.take(says, chat, withPopup ? popup : null), shownMs });
  }

  await chat.bringToFront();
  await show('You ask in a chat', 800, false);
  await chat.type('textarea', QUESTION);
  await show('You ask in a chat', 1200, false);
  await chat.keyboard.press('Enter');
  await chat.waitForFunction(() => document.body.textContent.includes('pin a note'));
  await show('The assistant writes an action into its reply', 500, false);
  await chat.waitForFunction(() => document.body.textContent.includes('playground::note'));
  await untilStill(chat);
  await show('The assistant writes an action into its reply', 2200, false);
  await popup.bringToFront();
  await popup.waitForSelector('#approvals:not([hidden]) [data-step="deny"]');
  await untilStill(popup);
  await show('Baton asks you, because the action changes something', 2600, true);
  await pressAllow(popup, stage, frames, chat);
  await chat.bringToFront();
  await chat.waitForFunction(() => document.body.textContent.includes('Baton results'));
  await show('Baton runs it, and sends the result into the same chat', 2200, false);
  await chat.waitForFunction(() => document.body.textContent.includes('You have answered'));
  await untilStill(chat);
  await show('The assistant goes on', 3500, false);

  writeFileSync(OUT, animatedWebp(frames, STAGE));
  process.stdout.write(`${OUT}\n`);
} finally {
  await browser?.close();
  await Promise.all(services.map((service) => service.stop()));
  rmSync(dataDir, { recursive: true, force: true });
}

async function serve(entry: string, args: readonly string[]): Promise<Service> {
  const service = await startService({
    name: entry,
    entry,
    args: ['--json', '--port', '0', ...args],
    logFile: join(dataDir, 'log'),
    env: { OPENAI_BASE_URL: undefined },
  });
  services.push(service);
  return service;
}

interface Stage {
  /** Both pages as they look now, side by side. */
  take(says: Step, chat: Page, popup: Page | null): Promise<Uint8Array>;
}

async function openStage(from: TestBrowser): Promise<Stage> {
  const page = await from.newPage();
  await page.setViewport(STAGE);
  return {
    async take(says, chat, popup) {
      const [left, right] = [await pictureOf(chat), popup === null ? null : await pictureOf(popup)];
      await page.bringToFront();
      await page.setContent(stageHtml(says, left, right));
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      const taken = await page.screenshot({ type: 'webp', quality: QUALITY });
      await chat.bringToFront();
      return taken;
    },
  };
}

async function pictureOf(page: Page): Promise<string> {
  await page.bringToFront();
  return `data:image/png;base64,${await page.screenshot({ encoding: 'base64' })}`;
}

function stageHtml(says: Step, left: string, right: string | null): string {
  const steps = STEPS.map((step) => (step === says ? `<li class="now">${step}` : `<li>${step}`));
  const beside =
    right === null ? `<ol>${steps.join('')}</ol>` : `<img src="${right}" width="${POPUP.width}">`;
  return `<!doctype html>
<style>
  body { margin: 0; width: ${STAGE.width}px; height: ${STAGE.height}px; background: #e9ecf2; position: relative }
  h1 { font: 600 22px/56px system-ui, sans-serif; margin: 0 0 0 14px; color: #1b2333 }
  img { position: absolute; top: 60px; border-radius: 10px; box-shadow: 0 2px 12px #0003 }
  img:first-of-type { left: 14px } img:last-of-type:not(:first-of-type) { right: 12px }
  ol { position: absolute; left: 640px; top: 84px; width: 290px; margin: 0; padding-left: 24px;
    font: 17px/1.35 system-ui, sans-serif; color: #6b7487 }
  li { margin-bottom: 18px } .now { color: #12604f; font-weight: 600 }
</style>
<h1>${says}</h1><img src="${left}" width="${CHAT.width}">${beside}`;
}

async function openPopupOver(from: TestBrowser, chat: Page): Promise<Page> {
  const finder = await from.openPopup();
  const tabId = await finder.evaluate(async (address) => {
    const { chrome } = globalThis as unknown as {
      readonly chrome: {
        readonly tabs: { query(filter: object): Promise<{ id: number; url?: string }[]> };
      };
    };
    const tabs = await chrome.tabs.query({});
    return tabs.find(({ url }) => url === address)?.id ?? null;
  }, chat.url());
  await finder.close();
  if (tabId === null) throw new Error('The chat is in no tab.');
  const popup = await from.openPopup(tabId);
  await popup.setViewport(POPUP);
  return popup;
}

/** A click on what has just moved counts for nothing: presses until the question is gone. */
async function pressAllow(popup: Page, stage: Stage, frames: Frame[], chat: Page): Promise<void> {
  const allow = '#approval-list button:not([data-step])';
  await popup.bringToFront();
  await popup.hover(allow);
  await popup.focus(allow);
  frames.push({ webp: await stage.take('You allow it', chat, popup), shownMs: 1000 });
  await popup.bringToFront();
  await waitUntil('the question to be answered', LIMIT_MS, async () => {
    const button = await popup.$(allow);
    await button?.click().catch(() => undefined);
    return popup
      .waitForSelector('#approvals', { hidden: true, timeout: 1_500 })
      .then(() => true)
      .catch(() => null);
  });
}

/** Waits until nothing of a page has changed for a while. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate((stillMs) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let rests = setTimeout(resolve, stillMs);
    const watch = new MutationObserver(() => {
      clearTimeout(rests);
      rests = setTimeout(resolve, stillMs);
    });
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    watch.observe(document.body, all);
    return promise.finally(() => watch.disconnect());
  }, STILL_MS);
}
