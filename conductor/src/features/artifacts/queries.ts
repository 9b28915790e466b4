import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Asked } from '../../engine/query.ts';
import type { Artifact } from './rows.ts';

export interface ArtifactsQueries {
  readonly artifact: Asked<{ readonly artifactId: string }, Artifact | null>;
  /** The newest first. */
  readonly artifactsOf: Asked<
    { readonly conversationKey: ConversationKey; readonly limit: number },
    readonly Artifact[]
  >;
  /** Which of these contents an artifact holds. */
  readonly contentsInUse: Asked<{ readonly sha256s: readonly string[] }, readonly string[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends ArtifactsQueries {}
}
