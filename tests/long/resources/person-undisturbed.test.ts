import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type Desktop, lacksForDesktop, startDesktop } from '../../kit/desktop.ts';
import { beginWorkWorld, CHAT, type WorkWorld } from '../../kit/resource-pages/work-world.ts';

/** Where the person writes; it tells the site when it loses the focus, or is no longer seen. */
const DRAFT = `<textarea autofocus></textarea><script>
  addEventListener('blur', () => trace('blur'));
  document.addEventListener('visibilitychange', () => trace('seen-' + document.visibilityState));</script>`;
const WORK = `<label>Note <input></label><button onclick="trace('pressed')">Do</button>
  <script>trace('work-' + document.visibilityState)</script>`;

const lacks = lacksForDesktop();

describe.for(BROWSER_NAMES)('T4: on a desktop, with %s in front of its person,', (name) => {
  let desktop: Desktop;
  let world: WorkWorld;
  beforeAll(async () => {
    if (lacks.length > 0) return;
    desktop = await startDesktop();
    world = await beginWorkWorld(name, { isShown: true });
    await world.allow(world.site.origin);
  });
  afterAll(async () => {
    await world?.end();
    await desktop?.end();
  });

  test.skipIf(lacks.length > 0)(
    'a chat works in tabs of its own: no key goes astray, no window and no tab comes to the front',
    async () => {
      const { browser, conductor, site } = world;
      const own = await browser.newPage(site.add(DRAFT));
      await own.bringToFront();
      await own.click('textarea');
      await desktop.type('first ');
      await expect.poll(() => own.$eval('textarea', ({ value }) => value)).toBe('first ');
      const [theirs, before] = [await desktop.focused(), desktop.focusLog.length];
      site.traces.length = 0;

      let isOver = false;
      let written = 'first ';
      const person = (async () => {
        while (!isOver) {
          await desktop.type('and on ');
          written += 'and on ';
        }
      })();
      const call = async (verb: string, at: number, args: Record<string, unknown>) => {
        const told = await conductor.call(`browser.${verb}`, `browser_${CHAT}_${at}`, args, {
          work_window: 'own',
        });
        expect(told).toMatchObject({ ok: true });
      };
      for (const at of [1, 2]) {
        await call('ensure', at, { url: site.add(WORK) });
        await call('snapshot', at, {});
        await call('type', at, { selector: 'input', text: 'a note' });
        await call('click', at, { selector: 'button' });
      }
      await call('navigate', 1, { url: site.add(WORK) });
      await call('click', 1, { selector: 'button' });
      isOver = true;
      await person;

      expect(site.traces.filter((trace) => trace === 'pressed')).toHaveLength(3);
      await expect.poll(() => own.$eval('textarea', ({ value }) => value)).toBe(written);
      expect(site.traces.filter((trace) => /^(?:blur|seen-)/.test(trace))).toEqual([]);
      expect(await own.evaluate('document.hasFocus()')).toBe(true);
      expect(await desktop.focused()).toBe(theirs);
      expect(desktop.focusLog.slice(before)).toEqual([]);
      // Chromium draws what stands in front of its own window, and Firefox has no window that takes no focus.
      const seen = name === 'chromium' ? 'work-visible' : 'work-hidden';
      expect(site.traces).toContain(seen);
    },
  );
});
