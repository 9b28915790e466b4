import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { HIDDEN, secretsKey, SecretValues } from '../../../shared/lib/secret-values.ts';
import { withoutSecrets } from '../../../shared/lib/without-secrets.ts';
import { timed } from '../../kit/timed.ts';

const LONG = Array.from({ length: 70 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
const CARD = '4111 1111 1111 1111';

function remembering(...values: string[]): SecretValues {
  const secrets = new SecretValues(secretsKey([randomInt(2 ** 32), randomInt(2 ** 32)]));
  for (const value of values) secrets.note(value);
  return secrets;
}

describe('a value that is told nowhere', () => {
  it.each([
    ['hunter2', 'Your password is hunter2.', `Your password is ${HIDDEN}.`],
    ['hunter2', 'thehunter2x', `the${HIDDEN}x`],
    ['hunter2', 'HUNTER2 / hunter2', `${HIDDEN} / ${HIDDEN}`],
    ['hunter2', 'h-u-n-t-e-r-2', HIDDEN],
    ['hunter2', 'hunter 3', 'hunter 3'],
    [CARD, 'Card 4111111111111111, 4111-1111-1111-1111', `Card ${HIDDEN}, ${HIDDEN}`],
    ['p@ss wörd!', '?k=p%40ss%20w%C3%B6rd!&x=1', `?k=${HIDDEN}!&x=1`],
    ['p@ss wörd!', 'p-sswo\u0308rd', HIDDEN],
    ['p@ss wörd!', Buffer.from('ada:p@ss wörd!').toString('base64'), `YWRhOn${HIDDEN}`],
    ['1234', '1234 12345 x1234 12.34', `${HIDDEN} 12345 x1234 12.34`],
    ['ab', 'ab', 'ab'],
    ['!§$%&/', 'x !§$ %&/ x', `x ${HIDDEN} x`],
    ['密码是这个呢', '你的密码是这个呢吗', `你的${HIDDEN}吗`],
    ['739145', 'PIN ٧٣٩١٤٥, ७३९ १४५', `PIN ${HIDDEN}, ${HIDDEN}`],
    ['Straße-geheim', 'STRASSE-GEHEIM', HIDDEN],
    ['ΜΥΣΤΙΚΟΣ', 'Μυστικος μυστικός', `${HIDDEN} ${HIDDEN}`],
    ['hunter2', '68 75 6e 74 65 72 32, %68%75%6E%74%65%72%32', `${HIDDEN}, %${HIDDEN}`],
    [LONG, LONG.slice(0, 50), `${HIDDEN}${LONG.slice(32, 50)}`],
  ])('%s is taken out of %s', (value, text, told) => {
    expect(remembering(value).blank(text)).toBe(told);
  });

  it('is known by whoever is told of it, who cannot read it', () => {
    const page = remembering('correct horse battery');
    const told = page.told();
    expect(JSON.stringify(told)).not.toMatch(/correct|horse|battery/);
    const other = new SecretValues();
    other.learn(structuredClone(told));
    expect(other.blank('It is correct-horse-battery.')).toBe(`It is ${HIDDEN}.`);
    const next = remembering('another one');
    next.learn(other.told());
    expect(next.blank('correct horse battery, another one')).toBe(`${HIDDEN}, ${HIDDEN}`);
  });

  it('is found in any text, whatever stands around it', () => {
    const letters = 'abcXYZ019 -äé密"|';
    const text = (length: number): string =>
      Array.from({ length }, () => letters[randomInt(letters.length)] ?? '').join('');
    for (let round = 0; round < 300; round += 1) {
      const value = `q${text(randomInt(6, 40))}q7q`;
      const told = remembering(value).blank(`${text(50)}${value}${text(50)}`);
      expect(told, value).not.toContain(value);
      expect(told).toContain(HIDDEN);
    }
  });

  it('keeps no more than it has room for, nor what no hash looks like', () => {
    const secrets = new SecretValues();
    const hashes = Array.from({ length: 9_000 }, (_, at) => `letters 9 ${at}`);
    for (let at = 0; at < 40; at += 1) secrets.learn([{ key: `${at + 2}.7`, hashes }]);
    secrets.learn([{ key: 'x', hashes: ['letters 9 1'] }]);
    secrets.learn([{ key: '41.7', hashes: ['word 1 5', 'lines 9 5', ''] }]);
    expect(secrets.told().length).toBe(16);
    expect(secrets.size).toBe(16 * 2_000);
  });

  it('is looked for in a long text in a moment', () => {
    const values = Array.from({ length: 20 }, (_, at) => 'v'.repeat(at + 6) + String(at));
    const secrets = remembering(...values);
    const { tookMs } = timed(() => secrets.blank('lorem ipsum dolor '.repeat(20_000)));
    expect(tookMs).toBeLessThan(5_000);
  });
});

describe('what is told', () => {
  const secrets = remembering('hunter2', 'form', 'resource.example');

  it('has it in no text of it, at any depth', () => {
    const told = withoutSecrets(secrets, {
      title: 'hunter2',
      opened: [{ url: 'https://resource.example/?k=hunter2', resource: 'browser:hunter2' }],
      dialogs: [{ kind: 'alert', message: 'It is hunter2' }],
      number: 5,
      nothing: null,
    });
    expect(told).toEqual({
      title: HIDDEN,
      opened: [{ url: `https://resource.example/?k=${HIDDEN}`, resource: 'browser:hunter2' }],
      dialogs: [{ kind: 'alert', message: `It is ${HIDDEN}` }],
      number: 5,
      nothing: null,
    });
  });

  it('has it in no address as the password, whose host is told', () => {
    const told = withoutSecrets(secrets, { url: 'https://ada:hunter2@resource.example/x' });
    expect(told).toEqual({ url: `https://ada:${HIDDEN}@resource.example/x` });
  });

  it('has it in no cell of a line, where the words of a page stand without quotes', () => {
    const text = ' row: hunter2 x | e5 form "form" hunter2\n+ item: hunter2\nrow "hunter2" form';
    expect(withoutSecrets(secrets, { text })).toEqual({
      text: ` row: ${HIDDEN} x | e5 form "${HIDDEN}" ${HIDDEN}\n+ item: ${HIDDEN}\nrow "${HIDDEN}" form`,
    });
  });

  it('keeps the words of ours in its lines, which a page could name as its secret', () => {
    const text = 'e1 form "form"\n e2 textbox "x hunter2" secret filled\n"hun"\n"ter2"';
    expect(withoutSecrets(secrets, { text })).toEqual({
      text: `e1 form "${HIDDEN}"\n e2 textbox "x ${HIDDEN}" secret filled\n"hun"\n"ter2"`,
    });
  });
});
