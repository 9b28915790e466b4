import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { ArtifactRow } from './reads.sqlite.ts';

export type ArtifactView = AnswerOf<'getArtifact'>;

export function artifactView(row: ArtifactRow): ArtifactView {
  const { artifact_id, local_conversation_id, instruction_id, name, media_type } = row;
  const { size_bytes, sha256, created_at } = row;
  return {
    artifact_id,
    local_conversation_id,
    instruction_id,
    name,
    media_type,
    size_bytes,
    sha256,
    created_at,
  };
}
