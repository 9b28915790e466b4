import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import {
  acts,
  axeFaults,
  type FaceWorld,
  sidewaysScroll,
  startFaceWorld,
} from '../../kit/face-world.ts';

describe.for(BROWSER_NAMES)('approvals, actions and rules in %s', (name) => {
  let world: FaceWorld;
  beforeAll(async () => {
    world = await startFaceWorld(name);
    const rule = { tool: 'conductor::echo', decision: 'ask' };
    await world.conductor.admin('POST', '/v1/policy/rules', rule);
  });
  afterAll(() => world.end());

  /** An action that waits; returns the id of its question. */
  async function asked(title: string, params: object, tool = 'conductor::echo'): Promise<string> {
    const known = new Set(openApprovals());
    const action = `@${tool}::${JSON.stringify(params)}`;
    const { said } = await world.chat(title, 'auto', [acts(action)]);
    said.reply();
    return expect
      .poll(() => openApprovals().find((id) => !known.has(id)))
      .toBeDefined()
      .then(() => openApprovals().find((id) => !known.has(id)) ?? '');
  }

  const openApprovals = (): string[] =>
    world.conductor
      .rows<{ id: string }>(`select approval_id as id from approvals where decision = 'open'`)
      .map(({ id }) => id);

  const decided = (id: string) =>
    world.conductor.rows<{ decision: string; by: string | null; reason: string | null }>(
      `select decision, decided_by as by, reason from approvals where approval_id = '${id}'`,
    )[0];

  const pressed = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key as never);
  };

  const sent = async (page: Page): Promise<void> => {
    await page.keyboard.down('Control');
    await pressed(page, 'Enter');
    await page.keyboard.up('Control');
  };

  /** The buttons take an answer only a moment after they came. */
  const ready = (page: Page) =>
    page.waitForSelector('.detail [aria-keyshortcuts="y"]:not(:disabled)');

  test('nothing waits: it says so', async () => {
    const page = await world.open('/approvals');
    await page.waitForSelector('.empty');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('by the keyboard: no with a reason, yes with other params; the next one follows', async () => {
    const first = await asked('First', { text: 'one' });
    const second = await asked('Second', { text: 'two' });
    const page = await world.open(`/approvals/${second}`);
    await ready(page);
    await pressed(page, 'd');
    await page.waitForSelector('.detail textarea:focus');
    await page.keyboard.type('Not now.');
    await sent(page);
    await expect
      .poll(() => decided(second))
      .toEqual({ decision: 'denied', by: 'face', reason: 'Not now.' });

    await page.waitForFunction((id) => location.pathname.endsWith(id), {}, first);
    await ready(page);
    await pressed(page, 'e');
    await page.waitForSelector('.detail textarea:focus');
    await page.keyboard.type(' and more');
    await page.waitForSelector('.diff');
    expect(await axeFaults(page)).toEqual([]);
    await page.$$eval('.detail .buttons button', ([button]) => button?.click());
    await expect.poll(() => decided(first)?.decision).toBe('approved');
    const [row] = world.conductor.rows<{ params: string }>(
      `select params_json as params from instructions i join approvals a using (instruction_id)
       where a.approval_id = '${first}'`,
    );
    expect(JSON.parse(row?.params ?? '')).toEqual({ text: 'one and more' });
    await page.close();
  });

  test('a question answered elsewhere locks, and keeps what was typed', async () => {
    const id = await asked('Elsewhere', { text: 'three' });
    const page = await world.open(`/approvals/${id}`);
    await ready(page);
    await pressed(page, 'd');
    await page.waitForSelector('.detail textarea:focus');
    await page.keyboard.type('Because');
    await world.conductor.admin('POST', `/v1/approvals/${id}/decision`, { decision: 'approve' });
    await page.waitForSelector('.detail .answered button');
    expect(await page.$('.detail [aria-keyshortcuts="y"]')).toBeNull();
    await page.close();
  });

  test('yes with a rule: the next one like it runs unasked', async () => {
    const id = await asked('Always', { text: 'four' });
    const page = await world.open(`/approvals/${id}`);
    await ready(page);
    await pressed(page, 'w');
    await page.waitForSelector('.detail fieldset');
    expect(await axeFaults(page)).toEqual([]);
    await page.$$eval('.detail form .buttons button', ([button]) => button?.click());
    await expect.poll(() => decided(id)?.decision).toBe('approved');
    expect(
      world.conductor.rows(
        `select tool_pattern, params_pattern_json as params from policy_rules where decision = 'run'`,
      ),
    ).toEqual([{ tool_pattern: 'conductor::echo', params: '{"text":"four"}' }]);
    await page.close();
  });

  test('what it would change comes first, before what it says', async () => {
    const { id: to } = await world.chat('The other', 'manual', []);
    const text = 'How far are you?';
    const id = await asked('Across', { to, text }, 'conversation::send');
    const page = await world.open(`/approvals/${id}`);
    await page.waitForSelector('[role="tabpanel"] a');
    expect(await page.$eval('[role="tabpanel"]', (panel) => panel.textContent)).toMatch(
      /The other.*How far are you\?/s,
    );
    expect(await axeFaults(page)).toEqual([]);
    await world.conductor.admin('POST', `/v1/approvals/${id}/decision`, { decision: 'deny' });
    await page.close();
  });

  test('many at once, after a look at which', async () => {
    const ids = [await asked('Many one', { text: 'a' }), await asked('Many two', { text: 'b' })];
    const page = await world.open('/approvals');
    await page.waitForSelector('.row');
    await pressed(page, 'j', 'x', 'j', 'x');
    await page.keyboard.down('Shift');
    await pressed(page, 'D');
    await page.keyboard.up('Shift');
    await page.waitForSelector('dialog[open]');
    expect(await axeFaults(page)).toEqual([]);
    await page.click('dialog .buttons button');
    await expect.poll(() => ids.map((id) => decided(id)?.decision)).toEqual(['denied', 'denied']);
    await page.close();
  });

  test('one action is shown whole', async () => {
    const [row] = world.conductor.rows<{ id: string }>(
      `select instruction_id as id from instructions where status = 'succeeded' limit 1`,
    );
    const page = await world.open(`/actions/${row?.id ?? ''}`);
    await page.waitForSelector('.event');
    expect(await axeFaults(page)).toEqual([]);
    await page.close();
  });

  test('by the keyboard: a rule is written, changed and removed', async () => {
    const rules = () =>
      world.conductor.rows<{ tool: string; decision: string }>(
        `select tool_pattern as tool, decision from policy_rules where tool_pattern like 'mcp.%'`,
      );
    const page = await world.open('/');
    await pressed(page, 'g', 'p');
    await page.waitForSelector('.by-risk');
    await page.waitForSelector('.row');
    await pressed(page, 'n');
    await page.waitForSelector('.detail input');
    await page.keyboard.type('mcp.files::delete_*');
    await page.waitForSelector('.preview p');
    expect(await axeFaults(page)).toEqual([]);
    await sent(page);
    await expect.poll(rules).toEqual([{ tool: 'mcp.files::delete_*', decision: 'ask' }]);

    await page.waitForFunction(() => location.pathname === '/rules');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.row')].some((row) => row.textContent.includes('mcp.files')),
    );
    const at = await page.$$eval('.row', (rows) =>
      rows.findIndex((row) => row.textContent.includes('mcp.files')),
    );
    for (let press = 0; press <= at; press += 1) await pressed(page, 'j');
    await pressed(page, 'Enter');
    await page.waitForSelector('.detail input');
    await page.keyboard.type('x');
    await page.waitForSelector('.detail .buttons button:not(:disabled)');
    await sent(page);
    await expect.poll(rules).toEqual([{ tool: 'mcp.files::delete_*x', decision: 'ask' }]);

    await page.waitForFunction(() => location.pathname === '/rules');
    await page.waitForFunction(() => document.body.textContent.includes('delete_*x'));
    await page.$$eval('.row', (rows) => {
      const row = rows.find((one) => one.textContent.includes('mcp.files'));
      if (row instanceof HTMLElement) row.focus();
    });
    await pressed(page, 'Delete');
    await page.waitForSelector('dialog[open] .preview p');
    await page.click('dialog .buttons button');
    await expect.poll(rules).toEqual([]);
    await page.close();
  });

  test.each([
    ['light', 'en', '/rules'],
    ['dark', 'zh-CN', '/rules/new'],
    ['light', 'en', '/approvals?all'],
    ['dark', 'zh-CN', '/approvals?all'],
    ['dark', 'zh-CN', '/actions/'],
  ] as const)(
    '%s, %s, %s: right by axe, and narrow nothing hangs out',
    async (theme, language, at) => {
      const [row] = world.conductor.rows<{ id: string }>(
        'select instruction_id as id from instructions limit 1',
      );
      const path = at === '/actions/' ? `${at}${row?.id ?? ''}` : at;
      const page = await world.open(path, { theme, language, width: 320, height: 640 });
      await page.waitForSelector('.row, .event, .detail');
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.close();
    },
  );

  test('no page broke its policy or asked elsewhere', () => {
    expect(world.faults).toEqual([]);
  });
});
