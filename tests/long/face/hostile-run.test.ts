import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';

import { launchPlainBrowser, openFace } from '../../kit/face-world.ts';
import { call, runWorld } from '../../kit/run-world.ts';

const STEERING = '\u202Eback\u2066\u0085\u001B[2J';
/** Steering characters on one line, as in names. */
const TURNED = '\u202Eback\u2066';
const MARKUP =
  '<img src=x onerror=alert(1)><script>alert(1)</script>[go](javascript:alert(1))![i](http://evil.example/i.png)';
const HOSTILE = `${MARKUP}${STEERING}`;
const UNSAFE = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Returns the text and names that a person reads, fields aside, with steering lines and strange elements. */
async function drawn(page: Page) {
  const found = await page.$eval('body', (body) => ({
    text: body.innerText,
    names: [...body.querySelectorAll('*')].flatMap((one) =>
      ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => one.getAttribute(name) ?? []),
    ),
    strange: [
      ...body.querySelectorAll(
        'img[onerror],body script,img[src*="evil"],a[href^="javascript:"],iframe',
      ),
    ].map((one) => one.outerHTML),
  }));
  const steers = [...found.text.split('\n'), ...found.names].filter((one) => UNSAFE.test(one));
  return { ...found, steers };
}

const OF = ['/runs', '/runs?show=teams&team=theirs', '/runs?write=theirs'];

test('what the team of a run writes, and a team of somebody else, steer no screen and are no markup', async () => {
  const evidence = [{ kind: 'link', title: HOSTILE, detail: HOSTILE }];
  const runs = await runWorld((text) => {
    if (text.includes('# The goal'))
      return call('plan.set', {
        tasks: [
          { title: HOSTILE, instructions: HOSTILE, doneWhen: HOSTILE },
          { title: 'B', instructions: 'B.', dependsOn: [1] },
        ],
      });
    if (text.includes('# Task:'))
      return `${HOSTILE}\n${call('worker.report', { status: 'done', summary: HOSTILE, result: HOSTILE, evidence })}\n${call(`x${STEERING}`, { [HOSTILE]: HOSTILE })}`;
    if (text.includes('No task is open'))
      return `${call('run.report_draft', { section: 'verify', text: HOSTILE })}\n${call('run.complete', { conclusion: HOSTILE })}`;
    return undefined;
  });
  const theirs = {
    baton_team: 1,
    team_id: 'theirs',
    name: `${TURNED}<b>x</b>`,
    scene: TURNED,
    roles: [
      { role: `P${TURNED}`, is_planner: true, task: HOSTILE },
      {
        role: `E${TURNED}`,
        task: HOSTILE,
        rules: [{ tool: 'a::*', params: { [`p${TURNED}`]: HOSTILE }, decision: 'ask' }],
        limits: { folders: [`/tmp/${TURNED}`] },
      },
    ],
  };
  await runs.ask('POST', '/v1/teams/import', theirs);
  const { name, roles } = theirs;
  expect(await runs.ask('PUT', '/v1/teams/mine', { name, roles })).toMatchObject({ name });
  const { run_id: id } = await runs.start({ unreviewed: true, goal: HOSTILE });
  await runs.reaches(id, 'finished');
  const own = await runs.start({ team: 'mine', draft: true });

  expect(own).toMatchObject({ status: 'draft' });

  const browser = await launchPlainBrowser('chromium');
  onTestFinished(() => browser.close());
  const faults: string[] = [];
  const page = await openFace(browser, { conductor: runs.conductor, faults }, `/runs/${id}`);
  /** Once a thing is there that holds what they wrote. */
  async function look(selector: string): Promise<void> {
    await page.waitForSelector(selector);
    const { steers, strange } = await drawn(page);
    expect([...steers, ...strange], `${page.url()} ${selector}`).toEqual([]);
  }
  await look('.run-section ::-p-text(back)');
  for (const [at, holds] of ['.run-calls a', '.run-lines', '.run-calls li'].entries()) {
    const tabs = await page.$$('[role=tab]');
    await tabs[at + 1]?.click();
    await look(holds);
  }
  for (const path of [`/runs/${own.run_id}`, ...OF]) {
    await page.goto(new URL(path, page.url()).href);
    await look('#main ::-p-text(back)');
  }
  await page.goto(new URL(OF[1] ?? '', page.url()).href);
  // Before, it takes no press.
  await page.waitForSelector('html:not([data-unseen])');
  await (
    await page.waitForSelector('#main button::-p-text(Edit), #main a::-p-text(Edit)')
  )?.click();
  await look('.role-rules input');
  expect(faults).toEqual([]);
});
