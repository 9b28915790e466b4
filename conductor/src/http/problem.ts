import type { FastifyReply } from 'fastify';

import { type CodedError, ERROR_CODES } from '../../../shared/model/error-codes.ts';

/** Answers with problem+json (RFC 9457); the status comes from the code. */
export async function sendProblem(
  reply: FastifyReply,
  { code, text }: CodedError,
  field?: string,
): Promise<void> {
  const { http, meaning, remedy } = ERROR_CODES[code];
  await reply
    .code(http)
    .type('application/problem+json')
    .send({
      type: 'about:blank',
      title: meaning,
      status: http,
      code,
      detail: text,
      remedy,
      ...(field && { field }),
    });
}
