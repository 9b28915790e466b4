import { expect, test } from 'vitest';

import { snapshotChanges } from '../../../extension/page-work/snapshot-changes.ts';

test.for([
  [['a', 'b'], ['a', 'b'], ['(no line changed)']],
  [
    ['a', '  b'],
    ['a', '  c'],
    ['- b', '+ c'],
  ],
  [['a', 'a'], ['a'], ['- a']],
  [[], ['a', 'a'], ['+ a', '+ a']],
] as const)('from %o to %o it is %o', ([before, after, changes]) => {
  expect(snapshotChanges(before, after)).toEqual(changes);
});
