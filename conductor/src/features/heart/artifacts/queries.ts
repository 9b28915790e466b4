import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../engine/query.ts';
import type { ListWithin } from '../conversations/feature.ts';
import type { Artifact, ArtifactCopy } from './rows.ts';

/** An artifact with what lists show of it. */
export interface ShownArtifact {
  readonly artifact: Artifact;
  readonly localConversationId: string;
}

interface AtPlace {
  readonly place: string;
  readonly limit: number;
}

export interface NamedContent {
  readonly sha256: string;
  readonly sizeBytes: number;
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
  /** Contents among `sha256s` that an artifact names. */
  readonly contentsInUse: QueryType<{ readonly sha256s: readonly string[] }, readonly string[]>;
  readonly artifactCopy: QueryType<
    { readonly sha256: string; readonly place: string },
    ArtifactCopy | null
  >;
  /** Contents that an artifact names and that place is not known to keep. */
  readonly contentsToCopy: QueryType<AtPlace, readonly NamedContent[]>;
  /** Copies of contents that no artifact names. */
  readonly copiesToRemove: QueryType<AtPlace, readonly ArtifactCopy[]>;
  /** Copies that are kept, those first that have been longest, after the one that is named. */
  readonly copiesKept: QueryType<
    AtPlace & { readonly after: ArtifactCopy | null },
    readonly ArtifactCopy[]
  >;
  readonly copiesInNumbers: QueryType<
    { readonly place: string },
    { readonly kept: number; readonly keptBytes: number; readonly waiting: number }
  >;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends ArtifactsQueries {}
}
