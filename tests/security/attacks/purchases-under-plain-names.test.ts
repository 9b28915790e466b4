import { describe, expect, test } from 'vitest';

import { callRisk } from '../../../conductor/src/features/hands/resources/call-risk.ts';
import { isGrave } from '../../../conductor/src/features/hands/resources/is-grave.ts';
import { chatSession, resource } from '../../kit/plain-rows.ts';

/** Names of a button by which something would be bought, sent or deleted unasked. */
const NAMES: readonly string[] = [
  'BuyNow',
  'payBtn',
  'buy_now',
  'delete_forever',
  'DeleteAccount',
  'Buy2',
  '1ClickBuy',
  '3xSend',
  'B U Y N O W',
  'B U Y  N O W',
  'B.u.y',
  'B-u-y',
  'd·e·l·e·t·e',
  'D_E_L_E_T_E',
  'P\u200Ba\u200By',
  'Ｂｕｙ',
  '𝐁𝐮𝐲 𝐢𝐭',
  '🅱🆄🆈',
  '🇧🇺🇾',
  'ᗷuy',
  'Bυy',
  'pay/now',
  '[Send]',
  'Continue · 12 AED',
  'XAF 5000',
  'Get it, 990 HUF',
  'THB 5',
  '5 KRW',
  'Ja, 5,00 €',
  'بخر ٥ ر.س',
  '🛒',
  '→',
  'Удалить',
  '購入する',
  'ยืนยัน',
];

describe('a button that is called so', () => {
  test.for(NAMES)('is pressed after a question: %j', (name) => {
    expect(isGrave({ role: 'button', name })).toBe(true);
  });

  test.for([
    'Next',
    'Top 10',
    'Payload',
    'try 2',
    'Bordering',
    'YouTube',
    'A B C',
    '5 km',
    'all 3',
  ])('is no more than what it is: %s', (name) => {
    expect(isGrave({ role: 'button', name })).toBe(false);
  });
});

/** Addresses that would carry words of one site to another, for its script or its server to read. */
const READ = 'x'.repeat(400);
const ADDRESSES: readonly string[] = [
  `https://shop.example.com/#${READ}`,
  `https://shop.example.com/a#b=${READ}`,
  `https://shop.example.com/?${READ}`,
  `https://shop.example.com/${READ}`,
  `https://shop.example.com/${READ.slice(0, 110)}?${READ.slice(0, 110)}#${READ.slice(0, 110)}`,
  `https://shop.example.com:443/#${READ}`,
  `https://SHOP.example.com/#${READ}`,
];

describe('an address that carries away what was read', () => {
  test.for(ADDRESSES)('is opened after a question: %s', (url) => {
    const page = resource({ lastUrl: 'https://shop.example.com/' });
    const taint = { since: 0, origins: ['https://mail.example'] };
    const risk = callRisk({
      tool: 'browser.navigate',
      args: { url },
      verbRisk: 'low',
      writes: true,
      standing: {
        session: chatSession({ taint }),
        grants: [],
        read: [],
        executors: [],
      },
      resource: page,
      place: page,
      element: null,
      trusted: [],
      now: 0,
    });
    expect(risk).toBe('high');
  });
});

/** Options of a list that does what it says as soon as it is chosen. */
const OPTIONS: readonly string[] = [
  'Delete all',
  'deleteAll',
  'Pay now',
  '20 €',
  'Löschen',
  '付款',
];

describe('an option', () => {
  const page = resource({ lastUrl: 'https://shop.example.com/' });
  const riskOf = (values: readonly string[]): string =>
    callRisk({
      tool: 'browser.select',
      args: { ref: 'e1', values },
      verbRisk: 'medium',
      writes: true,
      standing: { session: chatSession({}), grants: [], read: [], executors: [] },
      resource: page,
      place: page,
      element: { role: 'combobox', name: 'Actions' },
      trusted: [],
      now: 0,
    });

  test.for(OPTIONS)('is chosen after a question: %s', (option) => {
    expect(riskOf([option])).toBe('high');
    expect(riskOf(['Large', option])).toBe('high');
  });

  test('of another kind is chosen as the site is allowed', () => {
    expect(riskOf(['Large', 'Blue'])).toBe('low');
  });
});
