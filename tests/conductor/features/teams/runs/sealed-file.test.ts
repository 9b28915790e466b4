import { expect, test } from 'vitest';

import {
  openFile,
  sealFile,
} from '../../../../../conductor/src/features/teams/runs/sealed-file.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';

const PASSPHRASE = 'correct horse battery staple';

const LINES = [{ goal: 'Move the canary 金丝雀' }, { goal: 'And back' }];

test('a file tells nothing of its lines, and gives them back in their order to its passphrase alone', async () => {
  const file = await sealFile('runs.v1', PASSPHRASE, LINES);
  expect(file).not.toContain('canary');
  expect(await openFile('runs.v1', PASSPHRASE, file)).toEqual(ok(LINES));
  const [first = '', one = '', two = ''] = file.split('\n');
  expect(await openFile('runs.v1', PASSPHRASE, [first, two, one, ''].join('\n'))).toEqual(
    err('unopened'),
  );
});

test.each([
  ['a file of another kind', ['"runs.v1"', '"team-presets.v1"']],
  ['one that would keep us for longer', ['131072', '1048576']],
  ['one with further words', ['"kdf"', '"more":1,"kdf"']],
])('%s is refused before a key is made', async (_what, [from = '', to = '']) => {
  // Its line is not there, which is told before a key is made too.
  const first = JSON.stringify({
    baton_sealed: 'runs.v1',
    kdf: 'scrypt',
    n: 131_072,
    r: 8,
    p: 1,
    salt: 'A'.repeat(22),
    lines: 1,
  });
  expect(await openFile('runs.v1', PASSPHRASE, first)).toEqual(err('unopened'));
  expect(await openFile('runs.v1', PASSPHRASE, first.replace(from, to))).toEqual(err('no_export'));
});
