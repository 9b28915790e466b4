import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { FrameInbox } from '../../kit/frame-inbox.ts';
import { startConductorProcess } from '../../kit/conductor-process.ts';
import { asking, deliveryResult, finalMessage, runtimeReport } from '../../kit/browser-frames.ts';
import { pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { SimulatedExecutor } from '../../kit/simulated-executor.ts';

const SITE = 'https://example.org';

/** A conductor in a process of its own, a conversation that has a page open, and a click that is held back. */
async function heldClick() {
  const conductor = await startConductorProcess();
  onTestFinished(() => conductor.dispose());
  const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
  const browser = new SimulatedBrowser(conductor.url, await pairBrowser(conductor.url, secret));
  onTestFinished(() => browser.close());
  const inbox = new FrameInbox(browser);
  browser.on('frame', (frame) => {
    if (frame.type === 'delivery.enqueue') browser.send(deliveryResult(frame, 'acked'));
  });
  // As an extension does after every hello.
  browser.on('welcome', () => browser.send(runtimeReport(['c-1'])));
  await browser.connect();
  const executor = new SimulatedExecutor(browser);
  executor.report();
  executor.grant(SITE);
  browser.send(finalMessage('c-1', 'm-0', 'Hello.'));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.ask('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
  browser.send(finalMessage('c-1', 'm-1', asking(`@browser::ensure::{"url":"${SITE}/a"}`)));
  await inbox.first('delivery.enqueue');
  const { promise: end, resolve: goOn } = Promise.withResolvers<object>();
  executor.answer = () => end;
  const clicked = inbox.first('tool.call', ({ tool }) => tool === 'browser.click');
  browser.send(
    finalMessage('c-1', 'm-2', asking('@browser::click::{"role":"button","name":"Save"}')),
  );
  const call = await clicked;
  const acts = () =>
    [...executor.disk.pages.values()].flatMap((page) =>
      page.acts.filter((act) => act.endsWith('browser.click')),
    );
  return { conductor, browser, inbox, executor, goOn, call, acts };
}

describe('a conductor that is killed while a click runs', () => {
  it('takes its end from the browser that made it, and has it made once', async () => {
    const { conductor, inbox, goOn, call, acts } = await heldClick();
    await conductor.kill9();
    goOn({});
    await conductor.start();
    const told = await inbox.first('delivery.enqueue', ({ message_text: text }) =>
      text.includes('browser::click'),
    );
    expect(told.message_text).toContain('@browser::click ok');
    expect(acts()).toEqual([`${call.call_id} browser.click`]);
    expect(
      conductor.query('select status, attempt from resource_calls where tool = ?', 'browser.click'),
    ).toEqual([{ status: 'succeeded', attempt: 1 }]);
  });

  it('goes on with a call that its browser had not been given', async () => {
    const { conductor, browser, goOn, acts } = await heldClick();
    browser.send(finalMessage('c-1', 'm-3', asking('@browser::snapshot')));
    await expect
      .poll(() => conductor.query("select status from resource_calls where status = 'queued'"))
      .toHaveLength(1);
    await conductor.kill9();
    await conductor.start();
    goOn({});
    await expect
      .poll(() => conductor.query('select tool, status, attempt from resource_calls'), {
        timeout: 10_000,
      })
      .toEqual(
        ['browser.ensure', 'browser.click', 'browser.snapshot'].map((tool) => ({
          tool,
          status: 'succeeded',
          attempt: 1,
        })),
      );
    expect(acts()).toHaveLength(1);
  });
});
