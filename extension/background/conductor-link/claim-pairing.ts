import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { isErrorCode } from '../../../shared/model/error-code-names.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import { isId, isRecord, text } from '../../messages/shape.ts';
import type { ClaimPairing, Introduction, PairingGrant } from '../ports.ts';

const CLAIM_PATH = '/v1/pairing/claim';
const ANSWER_LIMIT_MS = 10_000;

/** Claims a pairing code over HTTP. The code and the token appear in bodies only, never in an address. */
export function createClaimPairing(
  request: (url: string, init: RequestInit) => Promise<Response>,
  introduction: Introduction,
): ClaimPairing {
  return async (conductorUrl, code) => {
    try {
      const response = await request(`${conductorUrl}${CLAIM_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, ...introduction }),
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      const body: unknown = await response.json().catch(() => null);
      return response.ok ? readGrant(body) : err(readProblem(body));
    } catch {
      // fetch says no more than that it failed.
      return err({ code: 'internal', text: `No conductor answers at ${conductorUrl}.` });
    }
  };
}

const isToken = text(256, 16);

function readGrant(body: unknown): Result<PairingGrant, CodedError> {
  if (isRecord(body)) {
    const { client_id, token } = body as Partial<Record<keyof PairingGrant, unknown>>;
    if (typeof client_id === 'string' && typeof token === 'string') {
      if (isId(client_id) && isToken(token)) return ok({ client_id, token });
    }
  }
  return err({ code: 'internal', text: 'What answered there is not a conductor.' });
}

function readProblem(body: unknown): CodedError {
  const code = isRecord(body) ? body['code'] : undefined;
  const detail = isRecord(body) ? body['detail'] : undefined;
  if (typeof code !== 'string' || !isErrorCode(code) || typeof detail !== 'string') {
    return { code: 'internal', text: 'What answered there is not a conductor.' };
  }
  return { code, text: detail.slice(0, 500) };
}
