import { plan, remove } from '../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../engine/step.ts';
import type { Artifact } from '../rows.ts';

interface RemoveArtifactInput {
  readonly artifactId: string;
  readonly via: string;
  readonly now: number;
}

/** Takes the row away; the content goes when no other row names it. Null: there was no such artifact. */
export const removeArtifact = defineStep({
  name: 'remove artifact',
  load: ({ artifactId }: RemoveArtifactInput) => ({ artifact: { query: 'artifact', artifactId } }),
  decide({ artifact }, { via, now }): Decision<Artifact | null> {
    if (artifact === null) return { plan: plan({}), outcome: null };
    const { artifactId, conversationKey, sizeBytes } = artifact;
    return {
      plan: plan({
        changes: [remove('artifacts', artifact)],
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
