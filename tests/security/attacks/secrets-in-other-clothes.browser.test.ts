import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ResourceAsk } from '../../../extension/messages/resource-messages.ts';
import { answersOf } from '../../kit/resource-pages/answers-of.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

interface SecretCase {
  readonly way: string;
  readonly html: string;
  /** None of it may be told. */
  readonly secret?: string | RegExp;
  readonly asks?: readonly ResourceAsk[];
}

const CODE = '483920';
const CANARY = 'hunter7canary';
const TOKEN = `ghp_${'a1B2c3D4'.repeat(4)}`;
const JWT = `eyJhbGciOiJI.eyJzdWIiOiIx.${'s'.repeat(20)}`;
const code = (more = ''): string => `<input value="${CODE}" ${more}>`;
const digits = (make: (digit: string, at: number) => string): string =>
  Array.from(CODE, make).join('');

const CASES: readonly SecretCase[] = [
  {
    way: 'asked for in a sentence before it',
    html: `<p>Enter the code we sent to your phone</p>${code()}`,
  },
  {
    way: 'asked for in a sentence, between two of what has happened',
    html: `<h1>Almost there</h1><p>We texted a 6-digit code to +49 170 55.</p><p>It may take a minute.</p>${code('placeholder="000000"')}`,
  },
  {
    way: 'asked for in a sentence that is its label',
    html: `<label>Enter the code that we have sent to your phone ${code()}</label>`,
  },
  {
    way: 'asked for in a sentence in German',
    html: `<p>Gib den Code ein, den wir dir geschickt haben:</p>${code('inputmode="numeric"')}<input aria-label="Town" value="Ulm">`,
  },
  {
    way: 'described by a sentence',
    html: `<p id="d">Type the code from the message that we have sent to you</p>${code('aria-describedby="d" aria-label="000000"')}`,
  },
  {
    way: 'in boxes without a length, each with a number',
    html: `<p>Enter the code we sent to your phone</p><div>${digits((digit, at) => `<input aria-label="Digit ${at + 1}" size="1" value="${digit}">`)}</div>`,
    secret: /"4\\?"[\s\S]*"8\\?"[\s\S]*"3\\?"/,
  },
  {
    way: 'in boxes that are editable',
    html: `<h2>Verification code</h2><div>${digits((digit) => `<span contenteditable style="display:inline-block;width:1em">${digit}</span>`)}</div>`,
    secret: /483920|4\W{0,6}8\W{0,6}3\W{0,6}9/,
  },
  {
    way: 'in an editable phrase',
    html: `<div contenteditable aria-label="Recovery phrase">apple bridge candle</div>`,
    secret: 'candle',
  },
  {
    way: 'in the words of a value',
    html: `<div role="spinbutton" aria-label="PIN" tabindex="0" aria-valuenow="739142" aria-valuetext="739142">x</div>`,
    secret: '739142',
  },
  {
    way: 'among what was written earlier',
    html: `<input aria-label="Card number" list="l" value="4111111111111111"><datalist id="l"><option value="4222222222222">Old</option></datalist>`,
    secret: /4222222222222|4111111111111111/,
  },
  {
    way: 'in an attribute of dots that are text',
    html: `<p>Password <span data-value="${CANARY}">••••••••</span></p>`,
    secret: CANARY,
    asks: [
      {
        verb: 'extract',
        args: { fields: { it: { selector: 'span', attr: 'data-value' } } },
      } as never,
    ],
  },
  {
    way: 'in what is copied',
    html: `<p>Password ••••••••</p><button data-clipboard-text="${CANARY}" aria-label="Copy">C</button>`,
    secret: CANARY,
    asks: [
      {
        verb: 'extract',
        args: { fields: { it: { selector: 'button', attr: 'data-clipboard-text' } } },
      } as never,
    ],
  },
  {
    way: 'blurred until it is looked at',
    html: `<p>Backup: <span style="filter:blur(8px)">${CANARY}</span></p>`,
    secret: CANARY,
  },
  {
    way: 'in the words of a canvas, and a field',
    html: `<input type="password" value="${CANARY}"><canvas aria-label="${CANARY}" role="img" width="90" height="20">${CANARY}</canvas>`,
    secret: CANARY,
  },
  {
    way: 'a key of a known maker, shown once',
    html: `<p>Copy your token now: <code>${TOKEN}</code></p>`,
    secret: TOKEN.slice(0, 20),
  },
  {
    way: 'the same in a box that takes no text',
    html: `<div role="status">Copied ${TOKEN}</div><output>${JWT}</output>`,
    secret: /a1B2c3D4a1|sssssssss/,
  },
  {
    way: 'the same in the name of a button',
    html: `<button aria-label="Copy ${TOKEN}">C</button>`,
    secret: TOKEN.slice(0, 20),
  },
  {
    way: 'the same in a link',
    html: `<a href="https://x.example/?k=${TOKEN}">Open</a>`,
    secret: TOKEN.slice(0, 20),
  },
  {
    way: 'a signed token in the part behind the hash of a link',
    html: `<a href="https://x.example/#access_token=${JWT}">Open</a>`,
    secret: 'sssssssss',
  },
  {
    way: 'a key of a program, told by a heading and its lines',
    html: `<h2>Private key</h2><pre>-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkq'.repeat(5)}\n-----END PRIVATE KEY-----</pre>`,
    secret: 'MIIEvQIBADANBgkqMIIE',
  },
  {
    way: 'the key of a QR code, as an address',
    html: `<a href="otpauth://totp/Site:ada?secret=JBSWY3DPEHPK3PXP&issuer=Site"><img alt="otpauth://totp/Site:ada?secret=JBSWY3DPEHPK3PXP" width="90" height="90"></a>`,
    secret: 'JBSWY3DPEHPK3PXP',
  },
];

describe.each(SAMPLED_BROWSERS)('a secret in %s', (name) => {
  let lab: ResourceLab;
  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  it.each(CASES)('$way is told in no answer', async ({ html, secret = CODE, asks = [] }) => {
    const page = await lab.open(html);
    const answers: unknown[] = [await answersOf(page, 'o')];
    for (const ask of asks) answers.push(await page.run(ask));
    const told = JSON.stringify(answers, (key, value: unknown) =>
      key === 'secrets' ? undefined : value,
    );
    if (typeof secret === 'string') expect(told).not.toContain(secret);
    else expect(told).not.toMatch(secret);
  });
});
