import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { plan, remove } from '../../../engine/plan.ts';
import type { Asks, Step } from '../../../engine/step.ts';
import type { Artifact } from '../rows.ts';

export const readArtifact: Step<
  { readonly artifactId: string },
  { readonly artifact: Asks<'artifact'> },
  Artifact | null
> = {
  name: 'read artifact',
  load: ({ artifactId }) => ({ artifact: { ask: 'artifact', artifactId } }),
  decide: ({ artifact }) => ({ plan: plan({}), outcome: artifact }),
};

/** Those of a conversation, the newest first. */
export const listArtifacts: Step<
  { readonly conversationKey: ConversationKey; readonly limit: number },
  { readonly artifacts: Asks<'artifactsOf'> },
  readonly Artifact[]
> = {
  name: 'list artifacts',
  load: (input) => ({ artifacts: { ask: 'artifactsOf', ...input } }),
  decide: ({ artifacts }) => ({ plan: plan({}), outcome: artifacts }),
};

/** What an action is answered with, as it was kept; null where there is no such action, or no result yet. */
export const readResult: Step<
  { readonly instructionId: string },
  { readonly reply: Asks<'replyWith'> },
  { readonly conversationKey: ConversationKey; readonly text: string } | null
> = {
  name: 'read result',
  load: ({ instructionId }) => ({ reply: { ask: 'replyWith', instructionId } }),
  decide({ reply }, { instructionId }) {
    const row = reply?.instructions.find((one) => one.instructionId === instructionId);
    const text = row?.resultText ?? row?.errorText ?? null;
    if (row === undefined || text === null) return { plan: plan({}), outcome: null };
    return { plan: plan({}), outcome: { conversationKey: row.conversationKey, text } };
  },
};

/** Takes the row away; the content goes when no other row names it. Null: there was no such artifact. */
export const removeArtifact: Step<
  { readonly artifactId: string; readonly via: string; readonly now: number },
  { readonly artifact: Asks<'artifact'> },
  Artifact | null
> = {
  name: 'remove artifact',
  load: ({ artifactId }) => ({ artifact: { ask: 'artifact', artifactId } }),
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

/** Which of these contents are still named by a row. */
export const contentsInUse: Step<
  { readonly sha256s: readonly string[] },
  { readonly inUse: Asks<'contentsInUse'> },
  readonly string[]
> = {
  name: 'contents in use',
  load: ({ sha256s }) => ({ inUse: { ask: 'contentsInUse', sha256s } }),
  decide: ({ inUse }) => ({ plan: plan({}), outcome: inUse }),
};
