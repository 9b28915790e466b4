import { plan, remove } from '../../../engine/plan.ts';
import type { QueryNamed } from '../../../engine/query.ts';
import type { Step } from '../../../engine/step.ts';
import type { Artifact } from '../rows.ts';

/** Takes the row away; the content goes when no other row names it. Null: there was no such artifact. */
export const removeArtifact: Step<
  { readonly artifactId: string; readonly via: string; readonly now: number },
  { readonly artifact: QueryNamed<'artifact'> },
  Artifact | null
> = {
  name: 'remove artifact',
  load: ({ artifactId }) => ({ artifact: { query: 'artifact', artifactId } }),
  decide({ artifact }, { via, now }) {
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
};
