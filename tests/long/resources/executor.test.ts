import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { FrameOf } from '../../../shared/protocol/index.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { executorContract, type ExecutorUnderTest } from '../../kit/executor-contract.ts';
import { beginWorkWorld, CHAT, type WorkWorld } from '../../kit/resource-pages/work-world.ts';

const BUTTON = `<button onclick="trace('done')">Do</button>`;

describe.for(BROWSER_NAMES)('%s, which chats work in,', (name) => {
  let world: WorkWorld;
  let names = 0;

  beforeAll(async () => {
    world = await beginWorkWorld(name);
    await world.allow(world.site.origin);
  });
  afterAll(() => world?.end());

  const newName = (): string => `browser_${CHAT}_${(names += 1)}`;

  async function open(html: string): Promise<string> {
    const resource = newName();
    const url = world.site.add(html);
    const opened = await world.conductor.call('browser.ensure', resource, { url });
    expect(opened).toMatchObject({ ok: true, result: { url, title: 'Work' } });
    return resource;
  }

  const call = (
    tool: string,
    resource: string,
    args: Record<string, unknown> = {},
  ): Promise<FrameOf<'tool.result'>> => world.conductor.call(`browser.${tool}`, resource, args);
  const text = async (resource: string): Promise<string> => {
    const { result, error_message } = await call('snapshot', resource);
    const read = result?.['text'];
    return typeof read === 'string' ? read : String(error_message);
  };

  executorContract(async (): Promise<ExecutorUnderTest> => {
    const [from, before] = [(names += 10), world.site.traces.length];
    const url = world.site.add(BUTTON);
    return {
      conductor: world.conductor,
      open: async (resourceId) => {
        expect(await world.conductor.call('browser.ensure', resourceId, { url })).toMatchObject({
          ok: true,
        });
      },
      act: { tool: 'browser.click', args: { selector: 'button' } },
      traces: () => world.site.traces.length - before,
      last: { tool: 'browser.click', args: { selector: '#never', timeout_ms: 60_000 } },
      name: (index) => `browser_${CHAT}_${from + index}`,
      crash: () => world.stopBackground(),
    };
  });

  test('reads a page, acts in it, and tells what came of it', async () => {
    const resource = await open(`<h1>Orders</h1><label>Find <input></label>
      <button onclick="document.querySelector('p').textContent = 'Saved ' + document.querySelector('input').value">Save</button>
      <p role="status"></p>`);
    const snapshot = await call('snapshot', resource);
    expect(snapshot).toMatchObject({ ok: true, origins: [world.site.origin] });
    expect(String(snapshot.result?.['text']).split('\n').slice(1)).toEqual([
      'h1 "Orders"',
      'e1 textbox "Find"',
      'e2 button "Save"',
    ]);
    const typed = await call('type', resource, { ref: 'e1', text: 'all' });
    expect(typed).toMatchObject({ ok: true, result: { typed: 3 } });
    const clicked = await call('click', resource, { ref: 'e2' });
    expect(clicked.result?.['changed']).toMatchObject({
      diff: expect.stringContaining('+ status "Saved all"') as string,
    });
    const steps = [
      { verb: 'type', ref: 'e1', text: 'two' },
      { verb: 'click', role: 'button', name: 'Save' },
      { verb: 'waitFor', text: 'Saved two' },
    ];
    expect(await call('act', resource, { steps })).toMatchObject({ ok: true });
    const found = await call('find', resource, { text: 'saved' });
    expect(found.result?.['text']).toBe('status "Saved two"');
    const { result } = await call('extract', resource);
    expect(result?.['text']).toContain('# Orders');
  });

  test('enters frames of what the chat is allowed, and no others', async () => {
    const inner = world.site.add(BUTTON);
    const canary = world.elsewhere.add('<p>canary</p>');
    const resource = await open(
      `<iframe title="Ours" src="${inner}"></iframe><iframe title="Bank" src="${canary}"></iframe>`,
    );
    const read = await text(resource);
    expect(read).toContain(`f2 iframe "Bank" ${world.elsewhere.origin}: not allowed here`);
    const [, ref] = /\n (f1e\d+) button "Do"/.exec(read) ?? [];
    expect(ref).toBeDefined();
    expect(read).not.toContain('canary');
    const before = world.site.traces.length;
    expect(await call('click', resource, { ref })).toMatchObject({ ok: true });
    expect(world.site.traces.length).toBe(before + 1);
    expect(await call('click', resource, { ref: 'f2e1' })).toMatchObject({ ok: false });
  });

  test('leaves a page alone that a click leads away from the site', async () => {
    const canary = world.elsewhere.add('<p>canary</p>');
    const resource = await open(`<a href="${canary}">Out</a>`);
    const left = await call('click', resource, { role: 'link', name: 'Out' });
    expect(left).toMatchObject({ ok: true, result: { changed: { url: null } } });
    const read = await call('snapshot', resource);
    expect(read).toMatchObject({ ok: false, error_code: 'not_granted', page: null });
    expect(await call('navigate', resource, { url: canary })).toMatchObject({
      error_code: 'not_granted',
    });
    expect(JSON.stringify(world.conductor.frames)).not.toContain('canary</p>');
    expect(JSON.stringify([left, read])).not.toContain(canary);
    const home = world.site.add('<h1>Home</h1>');
    expect(await call('navigate', resource, { url: home })).toMatchObject({ ok: true });
    expect(await text(resource)).toContain('h1 "Home"');
  });

  test('knows references of an earlier page from those of this one', async () => {
    const resource = await open(BUTTON);
    expect(await text(resource)).toContain('e1 button "Do"');
    await call('navigate', resource, { url: world.site.add('<button>Other</button>') });
    expect(await call('click', resource, { ref: 'e1' })).toMatchObject({
      error_code: 'page_changed',
    });
    expect(await text(resource)).toContain('e2 button "Other"');
  });

  test('answers the dialogs of its tabs, and tells of them', async () => {
    const resource = await open(
      `<button onclick="alert('Hi'); this.textContent = [confirm('Sure?'), prompt('Name?', 'none')].join()">Ask</button>`,
    );
    await call('dialog', resource, { accept: true });
    const asked = await call('click', resource, { selector: 'button' });
    expect(asked.result).toMatchObject({
      dialogs: [
        { kind: 'alert', message: 'Hi', accepted: true },
        { kind: 'confirm', message: 'Sure?', accepted: true },
        { kind: 'prompt', message: 'Name?', accepted: false },
      ],
    });
    expect(await text(resource)).toContain('e1 button "true,"');
  });

  test('opens what a page opens for the chat behind the others, where the chat may work', async () => {
    const inner = world.site.add('<h1>Inner</h1>');
    const out = world.elsewhere.add('<h1>Out</h1>');
    const resource = await open(`<a target="_blank" href="${inner}">New</a>
      <button onclick="window.open('${out}')">Out</button>`);
    const named = newName();
    world.conductor
      .first('resource.offer', () => true)
      .then(({ offer_id }) =>
        world.conductor.send({
          type: 'resource.adopt',
          offer_id,
          resource_id: named,
          reason: null,
        }),
      )
      .catch(() => undefined);
    const pressed = await call('click', resource, { role: 'link', name: 'New' });
    expect(pressed.result).toMatchObject({ opened: [{ url: inner, resource: named }] });
    expect(await text(named)).toContain('h1 "Inner"');
    const left = await call('click', resource, { role: 'button', name: 'Out' });
    expect(left.result).toMatchObject({ opened: [{ url: out, not_allowed: true }] });
  });

  test('is stopped by the person from the page itself, and by no script of the page', async () => {
    const forge = `document.documentElement.lastElementChild.click();
      document.documentElement.lastElementChild.dispatchEvent(new Event('click'))`;
    const resource = await open(`${BUTTON}<button id="forge" onclick="${forge}">Forge</button>`);
    expect(await text(resource)).not.toContain('Stop');
    expect(await call('click', resource, { selector: '#forge' })).toMatchObject({ ok: true });
    expect(await call('click', resource, { role: 'button', name: 'Do' })).toMatchObject({
      ok: true,
    });
    const page = await world.pageAt(world.site.last());
    await page.bringToFront();
    const { width, height } = await page.evaluate(() => ({
      width: innerWidth,
      height: innerHeight,
    }));
    await page.mouse.click(width - 24, height - 20);
    await world.conductor.first('resource.report', ({ resources }) =>
      resources.some((held) => held.resource_id === resource && held.status === 'held'),
    );
    const before = world.site.traces.length;
    const waits = world.conductor.ask('browser.click', resource, { role: 'button', name: 'Do' });
    await open('<p>another goes on</p>');
    expect(world.site.traces.length).toBe(before);
    await world.tell({ kind: 'popup.stop_tab', resource_id: resource, stop: false });
    expect(await world.conductor.result(waits)).toMatchObject({ ok: true });
    expect(world.site.traces.length).toBe(before + 1);
  });

  test('tells of a tab that the person closes, and closes what it opened', async () => {
    const resource = await open('<p>one</p>');
    const { result } = await call('navigate', resource, { to: 'reload' });
    const page = await world.pageAt(String(result?.['url']));
    await page.close();
    await world.conductor.first('resource.report', ({ resources }) =>
      resources.some((held) => held.resource_id === resource && held.status === 'closed'),
    );
    expect(await call('snapshot', resource)).toMatchObject({ error_code: 'resource_closed' });
  });

  test('what a person may not see, and what they typed in secret, is in no frame', async () => {
    const resource =
      await open(`<input type="password" value="canary-secret"><p style="position:absolute;left:-9999px">canary-hidden</p>
      <input autocomplete="cc-number" value="canary-card">`);
    for (const tool of ['snapshot', 'extract']) await call(tool, resource);
    await call('find', resource, { text: 'canary' });
    await call('extract', resource, { fields: { all: { selector: 'body' } } });
    expect(await call('type', resource, { selector: '[type]', text: 'x' })).toMatchObject({
      error_code: 'secret_field',
    });
    expect(JSON.stringify(world.conductor.frames)).not.toContain('canary-');
  });
});
