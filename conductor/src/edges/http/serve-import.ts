import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { storeRefusal } from '../../../../shared/api/store-refusal.ts';
import { streams } from '../../../../shared/api/streams.ts';
import type { Log } from '../../engine/runtime.ts';
import { type Importer, MAX_IMPORT_BYTES } from '../../features/desk/data/feature.ts';
import { INTERNAL_ERROR } from '../internal-error.ts';
import { problemOf, sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { viaOf } from './via-of.ts';

const JSON_LINES = 'application/x-ndjson';

/** Conversations between two lines of progress. */
const CONVERSATIONS_PER_LINE = 100;

/** Takes an export of another conductor as JSON lines, read while they come: the body is never in memory as a whole. */
export function serveImport(
  app: FastifyInstance,
  { importer, readOnly, log }: RouteServices,
): void {
  app.register(async (importing) => {
    // JSON lines are a stream to us; a parser of whole JSON would refuse them.
    importing.addContentTypeParser([JSON_LINES, 'text/plain'], (_request, body, done) =>
      done(null, body),
    );
    importing.post(
      streams.importConversations.path,
      { bodyLimit: MAX_IMPORT_BYTES, config: { scope: streams.importConversations.scope } },
      async (request, reply) => {
        const { body } = request;
        if (!(body instanceof Readable)) {
          const text = 'body: is the JSON lines of an export, as application/x-ndjson.';
          return sendProblem(reply, { code: 'invalid_request', text, field: 'body' });
        }
        if (readOnly)
          return sendProblem(reply, { code: 'read_only', text: 'The data can only be read.' });
        // The body is not destroyed with the iterator: a request that is not read to its end still gets its answer.
        const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
        const taking = importer.take(chunks, viaOf(request));
        if (request.headers.accept === JSON_LINES)
          return reply.type(JSON_LINES).send(Readable.from(progressLines(taking, log)));
        for (;;) {
          const { done, value } = await taking.next();
          if (done !== true) continue;
          return value.ok ? reply.send(value.value) : sendProblem(reply, value.error);
        }
      },
    );
  });
}

/** The answer as JSON lines: progress each hundred conversations, and last the result or the problem. */
async function* progressLines(
  taking: ReturnType<Importer['take']>,
  log: Log,
): AsyncGenerator<string> {
  const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
  try {
    for (;;) {
      const { done, value } = await taking.next();
      if (done === true)
        return yield lineOf(value.ok ? value.value : { problem: problemOf(value.error) });
      if ((value.imported + value.known) % CONVERSATIONS_PER_LINE === 0)
        yield lineOf({ progress: value });
    }
  } catch (cause) {
    const refusal = storeRefusal(cause);
    if (refusal === null) log.error({ err: cause }, 'request failed');
    yield lineOf({ problem: problemOf(refusal ?? INTERNAL_ERROR) });
  }
}
