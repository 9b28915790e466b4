import type { FastifyReply } from 'fastify';

import type { ApiError } from '../../../../shared/api/operation.ts';
import { ERROR_CODES, type ErrorCode } from '../../../../shared/model/error-codes.ts';

/** A failure as problem+json (RFC 9457); the status comes from the code, unless it is told. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly remedy: string;
  readonly field?: string;
}

/** An error as a problem document (RFC 9457). */
export function problemOf(
  { code, text, field }: ApiError,
  status: number = ERROR_CODES[code].http,
): Problem {
  const { meaning: title, remedy } = ERROR_CODES[code];
  return {
    type: 'about:blank',
    title,
    status,
    code,
    detail: text,
    remedy,
    ...(field && { field }),
  };
}

/** Sends an error as a problem document, by default with the HTTP status of its code. */
export function sendProblem(reply: FastifyReply, error: ApiError, status?: number): FastifyReply {
  const problem = problemOf(error, status);
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
