import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { beginWorkWorld, CHAT, type WorkWorld } from '../../kit/resource-pages/work-world.ts';

const CANARY = 'canary-words';
const SECRET = `<h1>${CANARY}</h1><button onclick="trace('pressed')">Do</button>`;

describe.for(BROWSER_NAMES)('T6: of a page that nobody allowed, in %s,', (name) => {
  let world: WorkWorld;
  let names = 0;
  beforeAll(async () => {
    world = await beginWorkWorld(name);
  });
  afterAll(() => world?.end());

  const newName = (): string => `browser_${CHAT}_${(names += 1)}`;
  const heard = (): string => JSON.stringify(world.conductor.frames);

  test('nothing arrives, whichever way it comes into a tab', async () => {
    const { conductor, site, elsewhere } = world;
    const forbidden = elsewhere.add(SECRET);
    const closed = await conductor.call('browser.ensure', newName(), { url: forbidden });
    expect(closed).toMatchObject({ ok: false, error_code: 'not_granted', page: null });

    await world.allow(site.origin);
    expect(await conductor.call('browser.ensure', newName(), { url: forbidden })).toMatchObject({
      error_code: 'not_granted',
      page: null,
    });
    const leads = site.add(`<script>location.replace(${JSON.stringify(forbidden)})</script>`);
    const led = newName();
    await conductor.call('browser.ensure', led, { url: leads });
    await world.pageAt(forbidden);
    for (const verb of ['snapshot', 'extract', 'find', 'click', 'waitFor']) {
      const args = { find: { text: 'c' }, click: { selector: 'button' }, waitFor: { text: 'c' } };
      const given = args[verb as keyof typeof args] ?? {};
      expect(await conductor.call(`browser.${verb}`, led, given)).toMatchObject({
        ok: false,
        error_code: 'not_granted',
        page: null,
      });
    }
    const frames = newName();
    const around = `<iframe src="${forbidden}"></iframe><iframe src="data:text/html,<p>${CANARY}"></iframe>
      <iframe sandbox="allow-scripts" srcdoc="<p>${CANARY}</p>"></iframe><a href="${forbidden}" target="_blank">Out</a>`;
    await conductor.call('browser.ensure', frames, { url: site.add(`<h1>Here</h1>${around}`) });
    const read = await conductor.call('browser.snapshot', frames);
    expect(read.result?.['text']).toContain('h1 "Here"');
    await conductor.call('browser.extract', frames);
    const out = await conductor.call('browser.click', frames, { role: 'link', name: 'Out' });
    expect(out.result?.['opened']).toEqual([{ url: forbidden, not_allowed: true }]);

    expect(heard()).not.toContain(CANARY);
    expect(elsewhere.traces).toEqual([]);
  });

  test('as much arrives as the popup allows, for as long as it does', async () => {
    const { conductor, elsewhere } = world;
    await world.allow(elsewhere.origin, 'read');
    const resource = newName();
    const opened = await conductor.call(
      'browser.ensure',
      resource,
      { url: elsewhere.add(SECRET) },
      { level: 'read' },
    );
    expect(opened).toMatchObject({ ok: true });
    const read = await conductor.call('browser.snapshot', resource, {}, { level: 'read' });
    expect(read.result?.['text']).toContain(CANARY);
    const click = { selector: 'button' };
    expect(await conductor.call('browser.click', resource, click)).toMatchObject({
      ok: false,
      error_code: 'not_granted',
    });
    const { grants } = await conductor.first('grant.change', (change) =>
      change.grants.some(({ origin }) => origin === elsewhere.origin),
    );
    const grant = grants.find(({ origin }) => origin === elsewhere.origin);
    await world.tell({ kind: 'popup.end_work', grant_id: grant?.grant_id ?? '' });
    for (const verb of ['snapshot', 'extract'])
      expect(
        await conductor.call(`browser.${verb}`, resource, {}, { level: 'read' }),
      ).toMatchObject({
        ok: false,
        result: null,
      });
    expect(elsewhere.traces).toEqual([]);
  });
});
