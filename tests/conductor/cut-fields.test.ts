import { expect, it } from 'vitest';

import { cutFields } from '../../conductor/src/cut-fields.ts';

it('no text in a field of the log is longer than a log is read for', () => {
  const err = new Error('whole');
  const cut = cutFields({ origin: 'x'.repeat(1_000_000), path: 'short', count: 7, err });
  expect(cut).toEqual({ origin: `${'x'.repeat(1_000)}…`, path: 'short', count: 7, err });
});
