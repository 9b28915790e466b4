import type { FastifyReply } from 'fastify';
import { sendHumanCheck } from '../stand-in/send-events.ts';
import type { Notice, Refusal } from '../stand-in/send-faults.ts';

/** The one shape of an error, in bodies and in streams alike. */
export function errorBody(type: string, message: string, details?: object): object {
  return { type: 'error', error: { type, message, ...(details && { details }) } };
}

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  switch (refusal.kind) {
    case 'rate_limited':
      return reply.code(429).send(limitBody(refusal.clearsInSeconds));
    case 'logged_out':
      return reply.code(403).send(
        errorBody('permission_error', 'Invalid authorization', {
          error_visibility: 'user_facing',
          error_code: 'account_session_invalid',
        }),
      );
    case 'challenge':
      return sendHumanCheck(reply);
    case 'server_error':
      return reply.code(500).send(errorBody('api_error', 'Internal server error'));
  }
}

/** A stream that is an error and nothing else. */
export async function* noticeEvents(notice: Notice): AsyncGenerator<string> {
  const body =
    notice.kind === 'overloaded'
      ? errorBody('overloaded_error', 'Overloaded')
      : limitBody(notice.clearsInSeconds);
  yield `event: error\ndata: ${JSON.stringify(body)}\n\n`;
}

/** The message of a limit is JSON once more, and tells its end as Unix seconds. */
function limitBody(clearsInSeconds: number): object {
  const resetsAt = Math.floor(Date.now() / 1000) + clearsInSeconds;
  const limit = {
    type: 'exceeded_limit',
    resetsAt,
    remaining: null,
    perModelLimit: false,
    representativeClaim: 'five_hour',
  };
  return errorBody('rate_limit_error', JSON.stringify(limit));
}
