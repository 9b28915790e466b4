import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const SECRET = 'Tr0ub4dor';
const PASSWORD = `<input type="password" id="pw" value="${SECRET}" aria-label="x">`;
const shown = (make: string): string =>
  `${PASSWORD}<p id="out"></p><script>const v=document.querySelector('#pw').value;const out=document.querySelector('#out');${make}</script>`;

interface Way {
  readonly html: string;
  /** None of them may be told. */
  readonly values?: readonly string[];
}

/** Pages by which an assistant could come to know what a person typed for the site alone. */
const WAYS: Readonly<Record<string, Way>> = {
  'each letter in a piece of its own': {
    html: shown(
      'for(const c of v){const s=document.createElement("span");s.textContent=c;out.append(s)}',
    ),
  },
  'each letter in a cell': {
    html: shown(
      'out.innerHTML="<table><tr>"+[...v].map((c)=>"<td>"+c+"</td>").join("")+"</tr></table>"',
    ),
  },
  'in large letters': { html: shown('out.textContent=v.toUpperCase()'), values: ['TR0UB4DOR'] },
  'among other letters': { html: shown('out.textContent="xx"+v+"yy"') },
  'as the title of the page': { html: shown('document.title=v') },
  'as where a link leads': {
    html: shown('out.innerHTML=`<a href="/login?p=${encodeURIComponent(v)}">Seen</a>`'),
  },
  'as the part behind the hash': { html: shown('location.hash=v') },
  'as the name of a button': {
    html: shown('out.innerHTML=`<button aria-label="${v}">Go</button>`'),
  },
  'as the name of a picture': {
    html: shown('out.innerHTML=`<img alt="${v}" width=40 height=40>`'),
  },
  'as what another field holds': {
    html: shown('out.innerHTML=`<input aria-label="Note" value="${v}">`'),
  },
  'as the place of another field': { html: shown('out.innerHTML=`<input placeholder="${v}">`') },
  'as a choice': { html: shown('out.innerHTML=`<select><option>${v}</select>`') },
  'as a drawing': {
    html: shown('out.innerHTML=`<svg width=200 height=30><text y=20>${v}</text></svg>`'),
  },
  'in a frame of its own': {
    html: shown('out.innerHTML=`<iframe srcdoc="<p>${v}</p>"></iframe>`'),
  },
  'behind a closed root': {
    html: shown(
      'out.attachShadow;const h=document.createElement("div");out.append(h);h.attachShadow({mode:"closed"}).innerHTML=`<p>${v}</p>`',
    ),
  },
  'as what a style adds': {
    html: shown(
      'out.dataset.v=v;const s=document.createElement("style");s.textContent="#out::after{content:attr(data-v)}";document.head.append(s)',
    ),
  },
  'in Base64': { html: shown('out.textContent=btoa(v)'), values: ['VHIwdWI0ZG9y'] },
  'in an address twice': {
    html: shown('out.textContent=encodeURIComponent(encodeURIComponent(v))'),
  },
  'a field that was shown by the eye beside it': {
    html: `${PASSWORD}<script>document.querySelector('#pw').type='text'</script>`,
  },
  'a field that lies clear over boxes that draw it': {
    html: `<div style="position:relative"><input maxlength="6" value="483920" style="opacity:0;position:absolute;inset:0"><div style="display:flex;gap:8px">${Array.from(
      '483920',
    )
      .map((digit) => `<div style="border:1px solid;width:2em">${digit}</div>`)
      .join('')}</div></div>`,
    values: ['483920', '4" "8', '4 8 3 9 2 0'],
  },
  'boxes of a letter, in a list': {
    html: `<ol>${Array.from('483920')
      .map((digit) => `<li><input maxlength="1" value="${digit}"></li>`)
      .join('')}</ol>`,
    values: ['483920', '"4"'],
  },

  'words of a wallet': {
    html: `<section><h2>Enter your recovery phrase</h2><ol>${['apple', 'bridge', 'candle', 'dragon'].map((word, at) => `<li><label>${at + 1}. <input id="word${at}" value="${word}"></label></li>`).join('')}</ol></section>`,
    values: ['candle', 'dragon'],
  },
  'words of a wallet, without labels': {
    html: `<div><p>Secret phrase</p><div>${['apple', 'bridge', 'candle', 'dragon'].map((word) => `<div><input value="${word}"></div>`).join('')}</div></div>`,
    values: ['candle', 'dragon'],
  },

  'a card in a field of any name': {
    html: '<label>Reference <input value="4111 1111 1111 1111"></label>',
    values: ['4111 1111 1111 1111', '4111111111111111'],
  },
  'a card in four fields': {
    html: `<fieldset><legend>Card number</legend>${['4111', '1111', '1111', '1112'].map((four) => `<input maxlength="4" size="4" value="${four}">`).join('')}</fieldset>`,
    values: ['"4111"', '"1112"'],
  },

  'a key in a field of any name': {
    html: '<label>Note <textarea>sk-abcdefghijklmnopqrstuvwx</textarea></label>',
    values: ['abcdefghijklmnopqrstuvwx'],
  },
  'a field drawn as dots that are stars of the page': {
    html: `<div style="position:relative;width:200px"><input id="f" aria-label="Word" value="${SECRET}" style="color:transparent;caret-color:#000"><span style="position:absolute;left:4px;top:2px">*********</span></div>`,
  },
  'a field drawn under stars that cover it': {
    html: `<div style="position:relative;width:200px"><input aria-label="Word" value="${SECRET}"><span style="position:absolute;inset:0;background:#fff;pointer-events:none">*********</span></div>`,
  },
  'a field of letters without a size': {
    html: `<input aria-label="Word" value="${SECRET}" style="font-size:0">`,
  },
  'a box to write in that is drawn as dots': {
    html: `<div contenteditable style="-webkit-text-security:disc">${SECRET}</div>`,
  },
};

const told = (answer: unknown): string =>
  JSON.stringify(answer, (key, value: unknown) => (key === 'secrets' ? undefined : value));

describe.for(SAMPLED_BROWSERS)('what a person typed for the site alone, in %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(Object.entries(WAYS))('is not told: %s', async ([, { html, values = [SECRET] }]) => {
    const { page, run } = await lab.open(html).then((one) => ({
      page: one.page,
      run: one.run.bind(one),
    }));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const fields = {
      a: { selector: 'input' },
      b: { selector: '#out' },
      c: { selector: 'textarea' },
    };
    const answers = [
      await run({ verb: 'snapshot', args: {} }),
      await run({ verb: 'extract', args: {} }),
      await run({ verb: 'extract', args: { format: 'json' } }),
      await run({ verb: 'extract', args: { fields } }),
      await run({ verb: 'find', args: { text: 'e' } }),
      await run({ verb: 'snapshot', args: {} }),
    ].map(told);
    const all = answers.join('\n').replaceAll('\\"', '"');
    expect(values.filter((value) => all.includes(value))).toEqual([]);
  });
});
