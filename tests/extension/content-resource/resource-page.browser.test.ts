import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type {
  ActAsk,
  ExtractResult,
  FindResult,
  SnapshotResult,
} from '../../../extension/messages/resource-messages.ts';
import { ACT_CASES, actAsTold } from '../../kit/resource-pages/act-cases.ts';
import { answersOf } from '../../kit/resource-pages/answers-of.ts';
import { DRAWN_WAYS, PLAIN } from '../../kit/resource-pages/drawn-ways.ts';
import { CANARY, HIDDEN_WAYS } from '../../kit/resource-pages/hidden-ways.ts';
import { nameFixtures } from '../../kit/resource-pages/name-fixtures.ts';
import { orderRows } from '../../kit/resource-pages/order-rows.ts';
import {
  openResourceLab,
  type ResourceLab,
  type ResourceLabPage,
} from '../../kit/resource-pages/resource-lab.ts';
import { SNAPSHOT_CASES } from '../../kit/resource-pages/snapshot-cases.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const NAMES = new URL('../../kit/resource-pages/name-entry.ts', import.meta.url).pathname;

describe.for(SAMPLED_BROWSERS)('a page that a conversation works in, in %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(SNAPSHOT_CASES)('$fact', async ({ html, lines, hidden = 0 }) => {
    const page = await lab.open(html);
    const snapshot = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
    expect(snapshot.lines).toEqual(lines);
    expect(snapshot.hidden).toBe(hidden);
    expect(snapshot.ended).toBe(true);
  });

  test('300 elements are named as dom-accessibility-api names them', async () => {
    const bundled = await build({ entryPoints: [NAMES], bundle: true, write: false });
    const { page } = await lab.open('<body></body>');
    await page.evaluate(bundled.outputFiles[0]?.text ?? '');
    const fixtures = nameFixtures();
    expect(fixtures.length).toBeGreaterThanOrEqual(300);
    const named = await page.evaluate(
      (all) => all.map((html) => ({ html, ...window.nameOfBoth?.(html) })),
      [...fixtures],
    );
    expect(named.filter(({ ours, oracle }) => ours !== oracle)).toEqual([]);
    expect(named.filter(({ ours }) => ours !== '').length).toBeGreaterThan(200);
  });

  test('an address that is longer than any should be is not told', async () => {
    const page = await lab.open(
      `<a href="https://a.example/${'x'.repeat(3_000)}">Long</a> <a href="https://a.example/">Short</a>`,
    );
    const { links } = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
    expect(links).toEqual(['https://a.example/']);
  });

  test('the reading of a page stops at its budget and goes on where it stopped', async () => {
    const page = await lab.open(`<table>${orderRows(500)}</table>`);
    const first = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
    const text = first.lines.join('\n');
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(first.ended).toBe(false);
    const from = first.lines.length + 1;
    const second = await page.get<SnapshotResult>({ verb: 'snapshot', args: { from } });
    expect(second.passed).toBe(from - 1);
    const [next] = second.lines;
    expect(next).toContain(`Order #${1000 + from - 2}`);
    // References of what was not shown are not given out, so those that are stay short.
    expect(text).toMatch(/ e3 /);
    const all: string[] = [];
    for (let ended = false; !ended;) {
      const part = await page.get<SnapshotResult>({
        verb: 'snapshot',
        args: { from: all.length + 1, max_chars: 7_500 },
      });
      all.push(...part.lines);
      ended = part.ended;
    }
    expect(all).toHaveLength(501);
    expect(all.slice(0, first.lines.length)).toEqual(first.lines);
  });

  test('a reference stays with its element, and goes to what its page drew anew', async () => {
    const page =
      await lab.open(`<form aria-label="A"><button>Save</button><button>Drop</button></form>
      <form aria-label="B"><button>Save</button></form><p></p>`);
    const take = (): Promise<SnapshotResult> => page.get({ verb: 'snapshot', args: {} });
    const [, first, second, , third] = (await take()).lines;
    expect([first, second, third]).toEqual([
      ' e2 button "Save" submits',
      ' e3 button "Drop" submits',
      ' e5 button "Save" submits',
    ]);
    await page.page.evaluate(() => {
      document.querySelector('p')?.insertAdjacentHTML('beforebegin', '<button>New</button>');
      const form = document.querySelector('form');
      if (form !== null) form.innerHTML = '<button>Save</button>';
    });
    // By its role, its name and its region; the other with that name is in another region.
    const found = await page.get<ExtractResult>({
      verb: 'extract',
      args: { fields: { save: { ref: 'e2' }, drop: { ref: 'e3' } } },
    });
    expect(found.fields).toEqual({ save: 'Save', drop: null });
    expect((await take()).lines).toEqual([
      'e1 form "A"',
      ' e2 button "Save" submits',
      'e4 form "B"',
      ' e5 button "Save" submits',
      'e6 button "New"',
    ]);
  });

  test('a reference that fits nothing, or several, is gone', async () => {
    const page = await lab.open('<ul><li><button>Delete</button><li><button>Delete</button></ul>');
    await page.get({ verb: 'snapshot', args: {} });
    const within = (ref: string): Promise<unknown> =>
      page.run({ verb: 'snapshot', args: { within: ref } });
    await page.page.evaluate(() => {
      const list = document.querySelector('ul');
      if (list !== null) list.innerHTML = '<li><button>Delete</button><li><button>Delete</button>';
    });
    expect(await within('e1')).toMatchObject({
      error_code: 'element_gone',
      error_message: expect.stringContaining(
        'Like it: e3 button "Delete", e4 button "Delete"',
      ) as string,
    });
    expect(await within('e99')).toMatchObject({ error_code: 'element_gone' });
    expect(await within('x1')).toMatchObject({ error_code: 'invalid_params' });
  });

  test('a reference of an earlier document names nothing in this one', async () => {
    const page = await lab.open('<button>A</button>');
    await page.get({ verb: 'snapshot', args: {} }, { firstRef: 7 });
    expect(await page.run({ verb: 'snapshot', args: { within: 'e6' } })).toMatchObject({
      error_code: 'page_changed',
    });
    const answer = await page.run({ verb: 'snapshot', args: { within: 'e7' } });
    expect(answer).toMatchObject({ ok: true, next_ref: 8, title: 'Page' });
  });

  test('a frame says which it is, and has references of its own', async () => {
    const inner = lab.elsewhere(
      '<!doctype html><iframe srcdoc="<p>deep</p>"></iframe><button>Pay</button>',
    );
    const page = await lab.open(
      `<iframe srcdoc="x"></iframe><iframe title="Pay" src="${inner}"></iframe>`,
    );
    const { lines, frames } = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
    expect(lines[1]).toBe(`f2 iframe "Pay" ${new URL(inner).origin}`);
    expect(frames.map(({ ref, index }) => ({ ref, index }))).toEqual([
      { ref: 'f1', index: 0 },
      { ref: 'f2', index: 1 },
    ]);
    const frame = page.page.frames().find((each) => each.url() === inner);
    if (frame === undefined) throw new Error('no frame');
    const inFrame = await page.get<SnapshotResult>(
      { verb: 'snapshot', args: {} },
      { frame, prefix: 'f2' },
    );
    expect(inFrame.lines).toEqual(['f2f1 iframe about:srcdoc', 'f2e2 button "Pay"']);
    expect(await page.path(frame)).toEqual([1]);
    const [deep] = frame.childFrames();
    if (deep !== undefined) expect(await page.path(deep)).toEqual([1, 0]);
  });

  test('a password that its page shows as text stays secret, also in a field drawn anew', async () => {
    const page = await lab.open(
      `<label>Key <input type="password" id="w" value="canary-1"></label>`,
    );
    const read = async (): Promise<string> =>
      JSON.stringify([
        await page.run({ verb: 'snapshot', args: {} }),
        await page.run({ verb: 'extract', args: {} }),
        await page.run({ verb: 'extract', args: { fields: { key: { selector: 'input' } } } }),
        await page.run({ verb: 'find', args: { text: 'canary' } }),
      ]);
    expect(await read()).not.toContain('canary');
    await page.page.evaluate(() => document.querySelector('input')?.setAttribute('type', 'text'));
    expect(await read()).not.toContain('canary');
    await page.page.evaluate(() => {
      const label = document.querySelector('label');
      if (label !== null) label.innerHTML = 'Key <input id="w" value="canary-2">';
    });
    expect(await read()).not.toContain('canary');
  });

  test('what nobody can see is in no answer', async () => {
    const page =
      await lab.open(`<button>Go <i style="position:absolute;left:-9999px">canary</i></button>
      <p style="position:absolute;left:-9999px">canary</p><p style="opacity:0">canary</p><p>Seen</p>
      <ul style="position:absolute;left:-9999px"><li>canary</li></ul><p style="opacity:0"><a href="/canary">canary</a></p>`);
    const answers = [
      await page.run({ verb: 'snapshot', args: {} }),
      await page.run({ verb: 'find', args: { text: 'canary' } }),
      await page.run({ verb: 'extract', args: {} }),
      await page.run({ verb: 'extract', args: { format: 'json' } }),
      await page.run({ verb: 'extract', args: { fields: { all: { selector: 'body' } } } }),
    ];
    expect(JSON.stringify(answers)).not.toContain('canary');
    expect(JSON.stringify(answers)).toContain('Seen');
  });

  // All of them are tried in tests/long/resources/hidden-text.test.ts.
  test('what is drawn is told, and nothing else', async () => {
    for (const { way, html } of HIDDEN_WAYS.filter((_, at) => at % 24 === 0)) {
      const answers = await answersOf(await lab.open(html), CANARY);
      expect.soft(JSON.stringify(answers), way).not.toContain(CANARY);
    }
    for (const { way, html } of DRAWN_WAYS.filter((_, at) => at % 12 === 0)) {
      const answers = await answersOf(await lab.open(html), PLAIN);
      expect.soft(JSON.stringify(answers), way).toContain(PLAIN);
    }
  });

  test('a control is found by its text, role and name, in its region', async () => {
    const page = await lab.open(`<nav><a href="/a">Orders</a></nav><main><h1>Orders</h1>
      <form aria-label="Search"><input aria-label="Order number"><button>Search orders</button></form></main>`);
    const find = async (args: object): Promise<readonly string[]> =>
      (await page.get<FindResult>({ verb: 'find', args })).lines;
    expect(await find({ role: 'button', name: 'search' })).toEqual([
      'main',
      ' e2 form "Search"',
      '  e4 button "Search orders" submits',
    ]);
    expect(await find({ text: 'ORDERS', limit: 2 })).toEqual([
      'navigation',
      ' e1 link "Orders"',
      'main',
      ' h1 "Orders"',
    ]);
  });

  test('a page’s text is Markdown, or plain', async () => {
    const page =
      await lab.open(`<h1>News</h1><p>One <b>bold</b> word,<br>and <a href="http://x.localhost/a">a link</a>.</p>
      <ul><li>First</li><li>Second<ul><li>Deep</li></ul></li></ul><pre>a\n  b</pre>
      <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
      <p style="display:none">not this</p><input value="nor this"><button>Press</button>`);
    const extract = async (args: object): Promise<string> =>
      (await page.get<ExtractResult>({ verb: 'extract', args })).text;
    expect(await extract({})).toBe(
      [
        '# News',
        '',
        'One bold word,',
        'and [a link](http://x.localhost/a).',
        '',
        '- First',
        '- Second',
        '  - Deep',
        '',
        '```',
        'a',
        '  b',
        '```',
        '',
        '| A | B |',
        '| 1 | 2 |',
      ].join('\n'),
    );
    const { data } = await page.get<ExtractResult>({ verb: 'extract', args: { format: 'json' } });
    expect(data).toEqual({
      tables: [{ name: '', columns: ['A', 'B'], rows: [['1', '2']] }],
      lists: [['First', 'Second Deep'], ['Deep']],
      links: [{ text: 'a link', url: 'http://x.localhost/a' }],
      cut: false,
    });
    const cut = { format: 'json', max_chars: 20 } as const;
    expect((await page.get<ExtractResult>({ verb: 'extract', args: cut })).data).toMatchObject({
      tables: [{ rows: [['1', '2']] }],
      links: [],
      cut: true,
    });
    expect(await extract({ format: 'text' })).toMatch(
      /^News\n\nOne bold word,\nand a link\.\n\nFirst/,
    );
  });

  // All of them run in tests/long/resources/acts.test.ts.
  test.for(ACT_CASES.filter((_, at) => at % 8 === 0))('$fact', async (each) => {
    await actAsTold(await lab.open(each.html), each);
  });

  test('a call acts once, and tells how it ended to whoever asks later', async () => {
    const page = await lab.open('<button onclick="this.textContent += 1">A</button>');
    const click = { verb: 'click', args: { selector: 'button' } } as const;
    const first = await page.run(click, { callId: 'one' });
    const again = await page.run(click, { callId: 'one' });
    expect(again).toEqual(first);
    expect(await page.page.$eval('button', (button) => button.textContent)).toBe('A1');
    expect(await page.get({ verb: 'recall', args: { call_id: 'one' } })).toMatchObject({
      was: 'ended',
      outcome: { ok: true, result: { clicked: true } },
    });
    expect(await page.get({ verb: 'recall', args: { call_id: 'two' } })).toEqual({ was: 'none' });
  });

  test('a call whose end comes before it does nothing', async () => {
    const page = await lab.open('<button onclick="this.title = 1">A</button>');
    await page.get({ verb: 'cancel', args: { call_id: 'early' } });
    const click = { verb: 'click', args: { selector: 'button' } } as const;
    const cancelled = { error_code: 'cancelled' };
    expect(await page.run(click, { callId: 'early' })).toMatchObject(cancelled);
    expect(await page.page.$eval('button', (button) => button.title)).toBe('');
    expect(await page.run(click, { callId: 'other' })).toMatchObject({ ok: true });
  });

  test('what was shown to a person is what is pressed, or nothing is', async () => {
    const page = await lab.open('<button onclick="this.title = 1">Drop all</button>');
    const click = { verb: 'click', args: { selector: 'button' } } as const;
    const target = { role: 'button', name: 'Save' };
    const origin = new URL(page.page.url()).origin;
    const changed = { error_code: 'page_changed' };
    expect(await page.run(click, { expect: { origin, target } })).toMatchObject(changed);
    expect(await page.run(click, { expect: { origin: 'https://a.test' } })).toMatchObject(changed);
    expect(await page.page.$eval('button', (button) => button.title)).toBe('');
    const fits = { origin, target: { role: 'button', name: 'Drop all' } };
    expect(await page.run(click, { expect: fits })).toMatchObject({ ok: true });
  });

  const LOG = '<script>var log = []</script>';
  const originOf = ({ page }: ResourceLabPage): string => new URL(page.url()).origin;
  const logOf = ({ page }: ResourceLabPage): Promise<string> =>
    page.evaluate(() => String((window as unknown as { log: unknown }).log));

  test.for<[string, ActAsk['args'] & { role: string; name: string }]>([
    [
      '<div role="option" aria-label="Draft" tabindex="0" style="width:200px;height:60px"><button style="width:100%;height:100%">Send</button></div>',
      { role: 'option', name: 'Draft' },
    ],
    [
      '<a href="#x" aria-label="Open"><p>Tea</p><button aria-label="" style="width:40px;height:40px"></button></a>',
      { role: 'link', name: 'Open', at: { x: 10, y: 60 } },
    ],
  ])('a control is not pressed by the name of what is around it: %s', async ([html, args]) => {
    const page = await lab.open(
      `${LOG}<style>p{margin:0;height:40px}</style>${html}<script>
        document.querySelector('button').onclick = () => log.push('pressed');</script>`,
    );
    const expect_ = { origin: originOf(page), target: { role: args.role, name: args.name } };
    const click = { verb: 'click', args } as ActAsk;
    expect(await page.run(click, { expect: expect_ })).toMatchObject({
      error_code: 'not_actionable',
      error_message: expect.stringContaining('name it by itself') as string,
    });
    expect(await logOf(page)).toBe('');
  });

  test('what is in an element and is said by its name is pressed with it', async () => {
    const page = await lab.open(
      `${LOG}<a href="#x" onclick="log.push(1)">Buy <button>Buy</button></a><div role="option"
        tabindex="0" onclick="log.push(2)" style="display:inline-block"><input type="checkbox"> Apples</div>`,
    );
    const origin = originOf(page);
    for (const target of [
      { role: 'link', name: 'Buy Buy' },
      { role: 'option', name: 'Apples' },
    ]) {
      const click = { verb: 'click', args: target } as const;
      expect(await page.run(click, { expect: { origin, target } })).toMatchObject({ ok: true });
    }
    expect(await logOf(page)).toBe('1,2');
  });

  const LOGIN = `${LOG}<form onsubmit="log.push('sent'); return false"><input aria-label="Name" value="Ada">
    <input type="password" aria-label="Password" value="hunter2"><button>Go</button></form>
    <form onsubmit="log.push('sought'); return false"><input aria-label="Find"><button>Seek</button></form>`;
  const NAMED = { role: 'button', name: 'Go' };
  const FIELD = { role: 'textbox', name: 'Name' };

  test.for<[string, ActAsk, { readonly role: string; readonly name: string }?]>([
    ['by its button', { verb: 'click', args: NAMED }, NAMED],
    ['by what finds its button', { verb: 'click', args: { selector: 'button' } }],
    ['by Enter on its button', { verb: 'press', args: { ...NAMED, key: 'Enter' } }, NAMED],
    ['by a blank on its button', { verb: 'press', args: { ...NAMED, key: 'Space' } }, NAMED],
    ['by Enter in a field', { verb: 'press', args: { ...FIELD, key: 'Shift+Return' } }, FIELD],
    ['by a text', { verb: 'type', args: { ...FIELD, text: 'Bo', submit: true } }, FIELD],
    ['by keys', { verb: 'type', args: { ...FIELD, text: 'Bo\n', keys: true } }, FIELD],
  ])('a secret that was not judged is not sent %s', async ([, ask, target]) => {
    const page = await lab.open(LOGIN);
    // A button that is found by its tag is one of two.
    await page.page.$$eval('button', ([, other]) => other?.remove());
    const expected = { origin: originOf(page), ...(target !== undefined && { target }) };
    expect(await page.run(ask, { expect: expected })).toMatchObject({
      error_code: 'page_changed',
      error_message: expect.stringContaining('password "Password"') as string,
    });
    expect(await logOf(page)).toBe('');
    const judged = { ...expected, sends_secret: true };
    expect(await page.run(ask, { expect: judged })).toMatchObject({ ok: true });
    expect(await logOf(page)).toBe('sent');
  });

  test('a secret that was not judged is not sent from a field that is hardly drawn', async () => {
    const page = await lab.open(LOGIN.replace('type="password"', '$& style="opacity: 0.05"'));
    const click = { verb: 'click', args: NAMED } as const;
    const expected = { origin: originOf(page), target: NAMED };
    expect(await page.run(click, { expect: expected })).toMatchObject({
      error_code: 'page_changed',
    });
    expect(await logOf(page)).toBe('');
  });

  test('a form beside one with a secret is sent as any other', async () => {
    const page = await lab.open(LOGIN);
    const target = { role: 'button', name: 'Seek' };
    const click = { verb: 'click', args: target } as const;
    const expected = { origin: originOf(page), target };
    expect(await page.run(click, { expect: expected })).toMatchObject({ ok: true });
    expect(await logOf(page)).toBe('sought');
  });
});
