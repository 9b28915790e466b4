import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { withoutSecrets } from '../../../shared/lib/without-secrets.ts';
import { SecretValues } from '../../../shared/lib/secret-values.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const CANARY = 'hunter7canary';
const PASSWORD = `<input type="password" aria-label="Field" value="${CANARY}">`;
const PIN = '<input type="password" aria-label="Field" value="73914">';

interface Way {
  readonly way: string;
  readonly html: string;
  readonly value?: RegExp;
  readonly ask?: Parameters<Awaited<ReturnType<ResourceLab['open']>>['run']>[0];
}

const WAYS: readonly Way[] = [
  {
    way: 'in quotes in a name',
    html: `${PASSWORD}<button aria-label='Copy "${CANARY}" now'>C</button>`,
  },
  { way: 'in quotes in a text', html: `${PASSWORD}<p>It is "${CANARY}", "${CANARY}"</p>` },
  {
    way: 'in quotes in a cell',
    html: `${PASSWORD}<table><tr><td>"a" ${CANARY} "b"</td><td>${CANARY}</td></tr></table>`,
  },
  { way: 'as an output', html: `${PASSWORD}<output>${CANARY}</output>` },
  {
    way: 'as the name of a group of options',
    html: `${PASSWORD}<select aria-label="S"><optgroup label="${CANARY}"><option>a</option></optgroup></select>`,
  },
  {
    way: 'as a value of an option',
    html: `${PASSWORD}<select aria-label="S"><option value="${CANARY}">a</option></select>`,
  },
  {
    way: 'by a style’s content',
    html: `<style>p::before{content:attr(data-v)} p::after{content:"${CANARY}"}</style>${PASSWORD}<p data-v="${CANARY}">x</p><button data-v="${CANARY}"></button>`,
  },
  {
    way: 'as a description',
    html: `${PASSWORD}<button aria-description="${CANARY}" aria-roledescription="${CANARY}" aria-placeholder="${CANARY}" title="${CANARY}">b</button>`,
  },
  {
    way: 'as a caption',
    html: `${PASSWORD}<table><caption>${CANARY}</caption><tr><td>a</td></tr></table><figure><img alt="" width=9 height=9><figcaption>${CANARY}</figcaption></figure>`,
  },
  {
    way: 'as an area',
    html: `${PASSWORD}<img usemap="#m" alt="${CANARY}" src="data:," width=9 height=9><map name="m"><area alt="${CANARY}" href="/x" coords="0,0,9,9"></map>`,
  },
  {
    way: 'in the address of a mail',
    html: `${PASSWORD}<a href="mailto:a@b.example?body=${CANARY}">Mail</a><a href="tel:${CANARY}">T</a><a href="data:text/plain,${CANARY}">D</a><a href="javascript:void('${CANARY}')">J</a>`,
  },
  {
    way: 'as the password of an address',
    html: `${PASSWORD}<a href="https://ada:${CANARY}@git.example/x">Clone</a>`,
  },
  {
    way: 'as a fragment',
    html: `${PASSWORD}<a href="#${CANARY}">Here</a><script>location.hash='${CANARY}'</script>`,
  },
  {
    way: 'as a title of a picture drawn',
    html: `${PASSWORD}<svg role="img" width=9 height=9><title>${CANARY}</title><desc>${CANARY}</desc><text>${CANARY}</text></svg>`,
  },
  { way: 'in Arabic digits', html: `${PIN}<p>PIN ٧٣٩١٤</p>`, value: /٧٣٩١٤/ },
  {
    way: 'in Devanagari digits that stand apart',
    html: `<input type="password" aria-label="Field" value="739145"><p>७ ३ ९ १ ४ ५</p>`,
    value: /७३९/,
  },
  {
    way: 'in circled digits',
    html: `<input type="password" aria-label="Field" value="739145"><p>⑦③⑨①④⑤</p>`,
    value: /⑦③⑨/,
  },
  {
    way: 'with letters of no width in it',
    html: `${PASSWORD}<p>hunter\u200b7ca\u200bnary hun&shy;ter7canary</p>`,
  },
  {
    way: 'in capitals by style',
    html: `${PASSWORD}<p style="text-transform:uppercase">${CANARY}</p>`,
    value: /hunter7canary/i,
  },
  {
    way: 'with a sharp s',
    html: `<input type="password" aria-label="Field" value="straße-geheim"><p>STRASSE-GEHEIM</p>`,
    value: /STRASSE/,
  },
  {
    way: 'in a frame of its own page',
    html: `${PASSWORD}<iframe srcdoc="<p>${CANARY}</p>" title="${CANARY}"></iframe>`,
  },
  {
    way: 'in a closed shadow',
    html: `<div id="h"></div><p>${CANARY}</p><script>h.attachShadow({mode:'closed'}).innerHTML=${JSON.stringify(PASSWORD)}</script>`,
  },
  {
    way: 'in nested closed shadows',
    html: `<div id="h"></div><p>${CANARY}</p><script>const s=h.attachShadow({mode:'closed'});s.innerHTML='<i></i>';s.firstChild.attachShadow({mode:'closed'}).innerHTML=${JSON.stringify(PASSWORD)}</script>`.replace(
      '<i></i>',
      '<span></span>',
    ),
  },
  {
    way: 'in a box that draws dots over itself',
    html: `<div style="position:relative">••••••<div contenteditable aria-label="Field" style="opacity:0;position:absolute;inset:0">${CANARY}</div></div>`,
  },
  {
    way: 'drawn in the colour of the page',
    html: `<style>#w{color:#fff;background:#fff}</style>••••<input id="w" aria-label="Field" value="${CANARY}">`,
  },
  {
    way: 'in a hidden copy',
    html: `${PASSWORD}<input type="hidden" name="x" value="${CANARY}"><input aria-label="R" readonly value="${CANARY}"><textarea aria-label="T">${CANARY}</textarea>`,
  },
  {
    way: 'as the name of a field',
    html: `${PASSWORD}<input name="${CANARY}" id="${CANARY}"><label for="${CANARY}">${CANARY}</label>`,
  },
  {
    way: 'as a mark of time',
    html: `${PASSWORD}<time datetime="${CANARY}">${CANARY}</time><meter title="${CANARY}" value=".5">${CANARY}</meter><progress aria-label="${CANARY}"></progress>`,
  },
  {
    way: 'as a ruby',
    html: `${PASSWORD}<ruby>${CANARY}<rt>${CANARY}</rt></ruby><details open><summary>${CANARY}</summary>${CANARY}</details><dialog open aria-label="${CANARY}">${CANARY}</dialog>`,
  },
  {
    way: 'in the fault of a choice',
    html: `${PASSWORD}<select aria-label="S"><option>${CANARY}</option><option>${CANARY}2</option></select>`,
    ask: { verb: 'select', args: { selector: 'select', values: ['no'] } },
  },
  {
    way: 'over what is pressed',
    html: `${PASSWORD}<button style="position:fixed;top:0;left:0">b</button><div id="${CANARY}" class="${CANARY}" aria-label="${CANARY}" style="position:fixed;inset:0;z-index:9">${CANARY}</div>`,
    ask: { verb: 'click', args: { selector: 'button', timeout_ms: 300 } },
  },
  {
    way: 'in percents',
    html: `${PASSWORD}<p>${Array.from(CANARY)
      .map((c) => `%${c.charCodeAt(0).toString(16)}`)
      .join('')}</p>`,
    value: /%68%75/,
  },
  {
    way: 'in hex',
    html: `${PASSWORD}<p>${Buffer.from(CANARY).toString('hex')}</p>`,
    value: /68756e746572/,
  },
];

const squeezed = (text: string): string => text.replace(/[\s\u200b\u00ad]/g, '');

describe.for(SAMPLED_BROWSERS)('a page that shows its password, in %s', (name) => {
  let lab: ResourceLab;
  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(WAYS)('$way', async ({ html, value = new RegExp(CANARY, 'i'), ask }) => {
    const page = await lab.open(html);
    const asked = [
      { verb: 'snapshot', args: {} },
      ...['text', 'markdown', 'json'].map((format) => ({ verb: 'extract', args: { format } })),
      {
        verb: 'extract',
        args: { fields: { code: { selector: 'p' }, text: { selector: 'button' } } },
      },
      { verb: 'find', args: { name: 'hunter' } },
      { verb: 'find', args: { text: 'a' } },
      ...(ask === undefined ? [] : [ask]),
    ] as NonNullable<Way['ask']>[];
    for (const one of asked) {
      const { secrets: _, ...answer } = await page.run(one);
      const told = squeezed(JSON.stringify(answer));
      expect(told, one.verb).not.toMatch(value);
    }
  });

  test('what a frame remembers is taken out of the lines that were told before', async () => {
    const page = await lab.open(
      `<table><tr><td>Key</td><td>${CANARY}</td></tr></table><ul><li>${CANARY}<a href="/x">x</a></ul>
       <iframe srcdoc='${PASSWORD}'></iframe>`,
    );
    const frame = await page.page.waitForFrame((one) => one.url() === 'about:srcdoc');
    const snapshot = await page.run({ verb: 'snapshot', args: {} });
    const found = await page.run({ verb: 'find', args: { text: 'Key' } });
    expect(JSON.stringify(snapshot)).toContain(CANARY);
    const inner = await page.run({ verb: 'snapshot', args: {} }, { frame });
    const values = new SecretValues();
    values.learn(inner.secrets ?? []);
    for (const answer of [snapshot, found])
      expect(JSON.stringify(withoutSecrets(values, answer))).not.toContain(CANARY);
  });
});
