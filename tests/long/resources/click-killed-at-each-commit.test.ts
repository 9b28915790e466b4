import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { asking, deliveryResult, finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { FrameInbox } from '../../kit/frame-inbox.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { type ExecutorDisk, SimulatedExecutor } from '../../kit/simulated-executor.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

const SITE = 'https://example.org';
const CHAT = 'c-1';

interface Prepared {
  readonly dataDir: string;
  readonly browser: BrowserDisk;
  readonly executor: ExecutorDisk;
}

/** A conversation in auto that has a page open, in a conductor and a browser that both rest. */
async function prepare(): Promise<Prepared> {
  const dataDir = tempDir();
  const conductor = await startLastingConductor(dataDir);
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
  const browser = new SimulatedBrowser(conductor.url, await pairBrowser(conductor.url, secret));
  const inbox = answers(browser);
  await browser.connect();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant(SITE);
  browser.send(finalMessage(CHAT, 'm-0', 'Hello.'));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  const auto = browser.next('conversation.state');
  await fetch(`${conductor.url}/v1/conversations/${id}/mode`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'auto' }),
  });
  await auto;
  // What a chat was shown a name of is clicked without asking.
  for (const [at, action] of [`ensure::{"url":"${SITE}/a"}`, 'snapshot::{}'].entries()) {
    browser.send(finalMessage(CHAT, `m-${at + 1}`, asking(`@browser::${action}`)));
    const [verb = ''] = action.split('::');
    await inbox.first('delivery.enqueue', ({ message_text: text }) =>
      text.includes(`@browser::${verb} ok`),
    );
  }
  await inbox.allAcked();
  browser.close();
  await conductor.stop();
  return { dataDir, browser: browser.disk, executor: executor.disk };
}

/** As an extension: it reports after each hello, and what it is to deliver it delivers. */
function answers(browser: SimulatedBrowser): FrameInbox {
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.enqueue') browser.send(deliveryResult(frame, 'acked'));
  });
  browser.on('welcome', () => browser.send(runtimeReport([CHAT])));
  onTestFinished(() => browser.close());
  return new FrameInbox(browser);
}

/** Asks for a click of a conductor that dies at its n-th commit. Whether it died. */
async function click(prepared: Prepared, killAt: number): Promise<boolean> {
  const dataDir = tempDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const doomed = await startConductorKilledAt(dataDir, killAt);
  const first = doomed ?? (await startLastingConductor(dataDir));
  const browser = new SimulatedBrowser(first.url, structuredClone(prepared.browser));
  const executor = new SimulatedExecutor(browser, structuredClone(prepared.executor));
  const inbox = answers(browser);
  const told = inbox.first('delivery.enqueue', ({ message_text: text }) =>
    text.includes('browser::click'),
  );
  browser.send(finalMessage(CHAT, 'm-3', asking('@browser::click::{"ref":"e12"}')));
  void browser.connect();
  let last = first;
  let died = doomed === null;
  const restart = async (): Promise<void> => {
    last = await startLastingConductor(dataDir, Number(new URL(first.url).port));
  };
  const exited = first.exit.then(() => true);
  if (doomed !== null) {
    died = await Promise.race([exited, told.then(() => false)]);
    if (died) await restart();
  }
  const { message_text: text } = await told;
  // What follows the result may be what it dies of.
  if (!died) {
    died = await Promise.race([exited, inbox.allAcked().then(() => false)]);
    if (died) await restart();
  }
  await inbox.allAcked();
  await last.stop();
  browser.close();
  const acts = [...executor.disk.pages.values()].flatMap((page) => page.acts);
  expect.soft(text, `killed at ${killAt}`).toContain('@browser::click ok');
  expect
    .soft(
      acts.filter((act) => act.endsWith('browser.click')),
      `killed at ${killAt}`,
    )
    .toHaveLength(1);
  const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
  const calls = db.prepare(`select tool, status from resource_calls order by created_at`).all();
  db.close();
  expect.soft(calls, `killed at ${killAt}`).toEqual([
    { tool: 'browser.ensure', status: 'succeeded' },
    { tool: 'browser.snapshot', status: 'succeeded' },
    { tool: 'browser.click', status: 'succeeded' },
  ]);
  return died;
}

test('T5: a click is made once and told as made, at whatever commit its conductor dies', async () => {
  const prepared = await prepare();
  let kills = 0;
  for (let died = [true]; !died.includes(false);) {
    // Two at a time: most of it is waiting for a start.
    died = await Promise.all([click(prepared, kills + 1), click(prepared, kills + 2)]);
    kills += died.lastIndexOf(true) + 1;
  }
  expect(kills).toBeGreaterThanOrEqual(9);
});
