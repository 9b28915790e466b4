import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';

export interface ListedArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
}

/** `fault`: it is kept where nobody can read it now. `more`: there is something after it. Offsets and lengths are in UTF-16 units. */
export type ArtifactSlice =
  | { readonly kind: 'text'; readonly text: string; readonly more: boolean }
  | {
      readonly kind: 'binary';
      readonly name: string;
      readonly mediaType: string;
      readonly sizeBytes: number;
    }
  | { readonly kind: 'fault'; readonly error: CodedError };

/** Queries of the artifact tools: a conversation sees its own artifacts only. */
export interface ArtifactReader {
  /** Artifacts of the conversation, the newest first. */
  list(conversationKey: ConversationKey, limit: number): Promise<readonly ListedArtifact[]>;
  /** `id` of an artifact, or of an action whose result is kept. Null: the conversation has none of that id. */
  readSlice(
    conversationKey: ConversationKey,
    id: string,
    part: { readonly offset: number; readonly length: number },
  ): Promise<ArtifactSlice | null>;
}
