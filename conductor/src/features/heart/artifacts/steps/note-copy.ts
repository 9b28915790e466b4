import { insert, plan, remove, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type ArtifactCopyEvent, artifactCopyTable } from '../artifact-copy.machine.ts';
import { type ArtifactCopy, ARTIFACT_COPIES } from '../rows.ts';
import * as artifacts from '../queries.ts';

export interface NoteCopyInput {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly place: string;
  /** Null: it is to be put, whatever was before. */
  readonly event: ArtifactCopyEvent | null;
  readonly now: number;
}

/**
 * Notes what a bucket has of a content. That it is to be put there stands here before the first byte leaves, so that no
 * crash leaves an object that nobody knows of.
 */
export const noteCopy = defineStep({
  name: 'note artifact copy',
  load: ({ sha256, place }: NoteCopyInput) => ({
    copy: artifacts.artifactCopy({ sha256, place }),
  }),
  decide({ copy }, { sha256, sizeBytes, place, event, now }): Decision<null> {
    const copyKey = `${place}/${sha256}`;
    if (copy === null) {
      if (event !== null) throw new Error(`nothing is known of ${copyKey}`);
      const row = { copyKey, sha256, place, sizeBytes, status: 'putting', updatedAt: now } as const;
      return {
        plan: plan({ changes: [insert(ARTIFACT_COPIES, { ...row, version: 1 })] }),
        outcome: null,
      };
    }
    const asked = event ?? askedAgain(copy);
    if (asked === null) return { plan: plan({}), outcome: null };
    const status = artifactCopyTable.next(copy.status, asked);
    const isTold = status === 'kept' || status === 'gone';
    return {
      plan: plan({
        changes: [
          status === 'gone'
            ? remove(ARTIFACT_COPIES, copy)
            : update(ARTIFACT_COPIES, copy, { status, updatedAt: now }),
        ],
        events: isTold
          ? [
              {
                type: status === 'kept' ? 'artifact_copy.kept' : 'artifact_copy.removed',
                subjectId: sha256,
                conversationKey: null,
                actor: 'conductor',
                at: now,
                detail: { size_bytes: sizeBytes, place },
              },
            ]
          : [],
      }),
      outcome: null,
    };
  },
});

/** A copy that was on its way before a crash is put again as it is. */
function askedAgain({ status }: ArtifactCopy): ArtifactCopyEvent | null {
  if (status === 'removing') return { type: 'WANTED' };
  return status === 'kept' ? { type: 'LOST' } : null;
}
