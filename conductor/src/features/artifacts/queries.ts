import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../engine/query.ts';
import type { ListWithin } from '../conversations/feature.ts';
import type { Artifact } from './rows.ts';

/** An artifact with what lists show of it. */
export interface ShownArtifact {
  readonly artifact: Artifact;
  readonly localConversationId: string;
}

/** The queries of this feature, by name. */
export interface ArtifactsQueries {
  readonly shownArtifact: QueryType<{ readonly artifactId: string }, ShownArtifact | null>;
  /** The newest first. */
  readonly shownArtifacts: ListWithin<{ readonly type: string | undefined }, ShownArtifact>;
  readonly artifact: QueryType<{ readonly artifactId: string }, Artifact | null>;
  /** The newest first. */
  readonly artifactsOf: QueryType<
    { readonly conversationKey: ConversationKey; readonly limit: number },
    readonly Artifact[]
  >;
  /** Those of the contents that an artifact names. */
  readonly contentsInUse: QueryType<{ readonly sha256s: readonly string[] }, readonly string[]>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends ArtifactsQueries {}
}
