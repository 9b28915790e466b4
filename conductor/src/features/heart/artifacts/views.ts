import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { ShownArtifact } from './queries.ts';

export type ArtifactView = ResponseOf<'getArtifact'>;

export function artifactView({ artifact, localConversationId }: ShownArtifact): ArtifactView {
  return {
    artifact_id: artifact.artifactId,
    local_conversation_id: localConversationId,
    instruction_id: artifact.instructionId,
    name: artifact.name,
    media_type: artifact.mediaType,
    size_bytes: artifact.sizeBytes,
    sha256: artifact.sha256,
    created_at: artifact.createdAt,
  };
}
