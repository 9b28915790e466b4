import { type Keyed, type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';

export interface ArtifactRow extends Keyed {
  readonly artifact_id: string;
  readonly local_conversation_id: string;
  readonly conversation_key: string;
  readonly instruction_id: string | null;
  readonly name: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly created_at: number;
}

const ARTIFACT = `a.artifact_id, c.local_conversation_id, a.conversation_key, a.instruction_id, a.name, a.media_type,
  a.size_bytes, a.sha256, a.created_at
  from artifacts a cross join conversations c on c.conversation_key = a.conversation_key`;

export function listArtifacts(
  statements: Statements,
  conversationKey: string | undefined,
  page: PageWish,
): Page<ArtifactRow> {
  return readPage<ArtifactRow>(
    statements,
    {
      select: ARTIFACT,
      where: [conversationKey === undefined ? null : ['a.conversation_key = ?', conversationKey]],
      key: ['a.created_at', 'a.artifact_id'],
    },
    page,
  );
}

export function readArtifact(statements: Statements, id: string): ArtifactRow | null {
  return statements.get<ArtifactRow>(
    `select a.created_at as key_at, a.artifact_id as key_id, ${ARTIFACT} where a.artifact_id = ?`,
    id,
  );
}

export function artifactBytes(statements: Statements): number {
  return (
    statements.get<{ bytes: number }>('select coalesce(sum(size_bytes), 0) as bytes from artifacts')
      ?.bytes ?? 0
  );
}

export function artifactHashes(statements: Statements): ReadonlySet<string> {
  const rows = statements.all<{ sha256: string }>('select distinct sha256 from artifacts');
  return new Set(rows.map((row) => row.sha256));
}

/** What an action's result keeps as text: its own, or how it failed. */
export function keptResult(
  statements: Statements,
  instructionId: string,
): { readonly conversation_key: string; readonly text: string } | null {
  return statements.get(
    `select conversation_key, coalesce(result_text, error_text, '') as text from instructions
     where instruction_id = ? and status in ('succeeded', 'failed')`,
    instructionId,
  );
}
