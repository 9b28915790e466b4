import type { ApiError } from '../../../shared/api/operation.ts';
import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { pageHeaders } from '../../api/page-token.ts';
import { contentPath } from './content.ts';

/** Content of an artifact, or the piece of it between two bytes, both counted in. Never rejects. */
export async function askBytes(
  artifactId: string,
  piece: { readonly start: number; readonly end: number } | null,
  signal: AbortSignal,
): Promise<Result<Blob, ApiError>> {
  try {
    const response = await fetch(contentPath(artifactId), {
      headers: {
        ...pageHeaders(),
        ...(piece && { range: `bytes=${piece.start}-${piece.end}` }),
      },
      signal,
      redirect: 'error',
    });
    if (response.ok) return ok(await response.blob());
    const said = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
    const { code, detail } = said;
    return err({
      code: typeof code === 'string' && isErrorCode(code) ? code : 'internal',
      text: typeof detail === 'string' ? detail : `It answered ${response.status}.`,
    });
  } catch {
    if (signal.aborted) return err({ code: 'cancelled', text: 'Given up.' });
    return err({ code: 'conductor_unreachable', text: 'The conductor does not answer.' });
  }
}
