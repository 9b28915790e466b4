import { plan, remove } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type Artifact, ARTIFACTS } from '../rows.ts';
import * as artifacts from '../queries.ts';

interface RemoveArtifactInput {
  readonly artifactId: string;
  readonly via: string;
  readonly now: number;
}

/**
 * Deletes the row of an artifact. Its content is removed once no other row names it. The outcome is null if there is
 * none of that id.
 */
export const removeArtifact = defineStep({
  name: 'remove artifact',
  load: ({ artifactId }: RemoveArtifactInput) => ({ artifact: artifacts.artifact({ artifactId }) }),
  decide({ artifact }, { via, now }): Decision<Artifact | null> {
    if (artifact === null) return { plan: plan({}), outcome: null };
    const { artifactId, conversationKey, sizeBytes } = artifact;
    return {
      plan: plan({
        changes: [remove(ARTIFACTS, artifact)],
        events: [
          {
            type: 'artifact.removed',
            subjectId: artifactId,
            conversationKey,
            actor: 'person',
            at: now,
            detail: { size_bytes: sizeBytes, via },
          },
        ],
      }),
      outcome: artifact,
    };
  },
});
