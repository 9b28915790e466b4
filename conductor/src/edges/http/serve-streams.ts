import { Readable } from 'node:stream';

import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { faultOf } from '../../../../shared/api/fault-of.ts';
import { serviceOperations } from '../../../../shared/api/service.ts';
import { streams } from '../../../../shared/api/streams.ts';
import { keyWithin } from '../../features/heart/conversations/feature.ts';
import { exportJsonLines, exportMarkdown } from '../../features/desk/data/feature.ts';
import { exportEvents } from '../../features/desk/trail/feature.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { sendArtifact } from './send-artifact.ts';
import { serveImport } from './serve-import.ts';

const exportQuery = z.strictObject({
  format: z.enum(['jsonl', 'markdown'], 'is jsonl or markdown').default('jsonl'),
  conversation: z.string().min(1).max(300).optional(),
});

const trailQuery = z.strictObject(
  serviceOperations.listEvents.query.omit({
    limit: true,
    cursor: true,
    around: true,
    newer_than: true,
  }).shape,
);

/** Contents, exports and metrics: answers that are no JSON document. */
export function serveStreams(app: FastifyInstance, services: RouteServices): void {
  const { data, read, metrics, version } = services;
  const { artifactContent, exportConversations, exportEvents: exportTrail } = streams;

  app.get<{ Params: { id: string } }>(
    artifactContent.path,
    { config: { scope: artifactContent.scope } },
    async (request, reply) => sendArtifact(request.params.id, request, reply, services),
  );

  app.get(
    exportConversations.path,
    { config: { scope: exportConversations.scope } },
    async (request, reply) => {
      const asked = exportQuery.safeParse(request.query);
      if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
      const { format, conversation } = asked.data;
      const key = await keyWithin(read, conversation);
      if (!key.ok) return sendProblem(reply, key.error);
      const [type, lines] =
        format === 'jsonl'
          ? ['application/x-ndjson', exportJsonLines(data, key.value, version)]
          : ['text/markdown', exportMarkdown(data, key.value)];
      return reply.type(`${type}; charset=utf-8`).send(Readable.from(lines));
    },
  );

  app.get(exportTrail.path, { config: { scope: exportTrail.scope } }, async (request, reply) => {
    const asked = trailQuery.safeParse(request.query);
    if (!asked.success) return sendProblem(reply, faultOf('query', asked.error));
    const key = await keyWithin(read, asked.data.conversation);
    if (!key.ok) return sendProblem(reply, key.error);
    return reply
      .type(`${exportTrail.contentType}; charset=utf-8`)
      .header('content-disposition', contentDisposition('baton-trail.jsonl'))
      .send(Readable.from(exportEvents(read, asked.data)));
  });

  serveImport(app, services);

  app.get(
    streams.metrics.path,
    { config: { scope: streams.metrics.scope } },
    async (_request, reply) => {
      const { contentType, text } = await metrics();
      return reply.header('content-type', contentType).send(text);
    },
  );
}
