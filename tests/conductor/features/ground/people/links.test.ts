import { expect, it } from 'vitest';

import { createFaceLinks } from '../../../../../conductor/src/features/ground/people/links.ts';

const SECRET = Buffer.from('a secret of the install');

it('a link is good for a minute, one with digits for two', () => {
  let now = 0;
  const links = createFaceLinks(SECRET, () => now);
  const [early, late] = [0, 1].map(() => links.offer({ scope: 'full', digits: false }));
  const typed = links.offer({ scope: 'watch', digits: true });
  now = 59_999;
  expect(links.take(early?.code ?? '')).toBe('full');
  now = 60_001;
  expect(links.take(late?.code ?? '')).toBeNull();
  now = 119_999;
  expect(links.take(typed.digits ?? '')).toBe('watch');
});

it('wrong codes count where there are digits to guess, whatever the link, and void these alone', () => {
  const links = createFaceLinks(SECRET, () => 0);
  const wrong = (tries: number): void => {
    for (let count = 0; count < tries; count += 1) expect(links.take('wrong')).toBeNull();
  };
  wrong(20);
  const first = links.offer({ scope: 'full', digits: true });
  wrong(4);
  expect(links.take(first.digits ?? '')).toBe('full');
  const second = links.offer({ scope: 'full', digits: true });
  wrong(1);
  expect(links.take(second.digits ?? '')).toBeNull();
  const link = links.offer({ scope: 'watch', digits: false });
  wrong(50);
  expect([links.take(second.code), links.take(link.code)]).toEqual(['full', 'watch']);
});

it('whoever may have one link open at a time crowds out nobody else', () => {
  const links = createFaceLinks(SECRET, () => 0);
  const ofThePerson = links.offer({ scope: 'full', digits: false });
  const asked = Array.from({ length: 30 }, () =>
    links.offer({ scope: 'answer', digits: false, of: 'a browser' }),
  );
  expect(links.take(ofThePerson.code)).toBe('full');
  expect(links.take(asked.at(-2)?.code ?? '')).toBeNull();
  expect(links.take(asked.at(-1)?.code ?? '')).toBe('answer');
});
