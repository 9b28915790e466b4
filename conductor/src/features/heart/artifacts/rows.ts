import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ArtifactCopyStatus } from './artifact-copy.machine.ts';
import { table } from '../../../engine/tables.ts';

/** A result that is kept whole on disk, under the hash of its content. */
export interface Artifact {
  readonly artifactId: string;
  readonly conversationKey: ConversationKey;
  readonly instructionId: string | null;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the content, in hex: the name of its file. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly version: number;
}

/** Content that is durable on disk; its row comes with the result that names it. */
export type StoredContent = Pick<
  Artifact,
  'artifactId' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256'
>;

/** The state of a content in a bucket, whichever artifacts name it. */
export interface ArtifactCopy {
  readonly copyKey: string;
  readonly sha256: string;
  /** Place in a bucket: which bucket, and where in it. */
  readonly place: string;
  readonly sizeBytes: number;
  readonly status: Exclude<ArtifactCopyStatus, 'gone'>;
  readonly updatedAt: number;
  readonly version: number;
}

export const ARTIFACTS = table<Artifact>('artifacts');

export const ARTIFACT_COPIES = table<ArtifactCopy>('artifactCopies');
