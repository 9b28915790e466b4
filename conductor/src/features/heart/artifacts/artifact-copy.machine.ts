import { setup } from 'xstate';

import { tableOf } from '../../../engine/transition-table.ts';

/** State of a content in a bucket. `putting` and `removing`: the bucket may have it or not. */
export type ArtifactCopyStatus = 'putting' | 'kept' | 'removing' | 'gone';

export type ArtifactCopyEvent =
  /** The bucket said that it has all of it. */
  | { readonly type: 'KEPT' }
  /** The bucket said that it has it no more. */
  | { readonly type: 'LOST' }
  /** No artifact names the content. */
  | { readonly type: 'DROP' }
  /** An artifact names it again. */
  | { readonly type: 'WANTED' }
  | { readonly type: 'REMOVED' };

const artifactCopyMachine = setup({ types: { events: {} as ArtifactCopyEvent } }).createMachine({
  id: 'artifact copy',
  initial: 'putting',
  states: {
    putting: { on: { KEPT: 'kept', DROP: 'removing' } },
    kept: { on: { LOST: 'putting', DROP: 'removing' } },
    removing: { on: { WANTED: 'putting', REMOVED: 'gone' } },
    gone: {},
  },
});

/** Which status follows which. A copy that is gone has no row. */
export const artifactCopyTable = tableOf<ArtifactCopyStatus, ArtifactCopyEvent>(
  artifactCopyMachine,
);
