import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import { listWithin } from '../conversations/queries.ts';

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

export const shownArtifact = query<{ readonly artifactId: string }, ShownArtifact | null>(
  'shownArtifact',
);
/** The newest first. */
export const shownArtifacts = listWithin<{ readonly type: string | undefined }, ShownArtifact>(
  'shownArtifacts',
);

export const artifact = query<{ readonly artifactId: string }, Artifact | null>('artifact');
/** The newest first. */
export const artifactsOf = query<
  { readonly conversationKey: ConversationKey; readonly limit: number },
  readonly Artifact[]
>('artifactsOf');
/** Contents among `sha256s` that an artifact names. */
export const contentsInUse = query<{ readonly sha256s: readonly string[] }, readonly string[]>(
  'contentsInUse',
);

export const artifactCopy = query<
  { readonly sha256: string; readonly place: string },
  ArtifactCopy | null
>('artifactCopy');
/** Contents that an artifact names and that place is not known to keep. */
export const contentsToCopy = query<AtPlace, readonly NamedContent[]>('contentsToCopy');
/** Copies of contents that no artifact names. */
export const copiesToRemove = query<AtPlace, readonly ArtifactCopy[]>('copiesToRemove');
/** Copies that are kept, those first that have been longest, after the one that is named. */
export const copiesKept = query<
  AtPlace & { readonly after: ArtifactCopy | null },
  readonly ArtifactCopy[]
>('copiesKept');

export const copiesInNumbers = query<
  { readonly place: string },
  { readonly kept: number; readonly keptBytes: number; readonly waiting: number }
>('copiesInNumbers');
