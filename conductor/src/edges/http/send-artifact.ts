import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ofLength } from './of-length.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import * as artifactsQueries from '../../features/heart/artifacts/queries.ts';

/** Sends the content of an artifact, or the range of it that is asked for, as a download. */
export async function sendArtifact(
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { artifacts, read }: Pick<RouteServices, 'artifacts' | 'read'>,
): Promise<FastifyReply> {
  const row = await read.one(artifactsQueries.artifact({ artifactId: id }));
  if (row === null) {
    const text = `There is no artifact ${id}.`;
    return sendProblem(reply, { code: 'not_found', text, field: 'params.id' });
  }
  const { name, mediaType, sizeBytes } = row;
  const headers = {
    'content-type': mediaType,
    // Whatever a tool made: it is for keeping, never for showing under our origin.
    // guard: artifact-downloads
    'content-disposition': contentDisposition(name, { type: 'attachment' }),
    'content-security-policy': "sandbox; default-src 'none'", // guard: artifact-sandbox
    'accept-ranges': 'bytes',
  };
  const range = rangeOf(request.headers.range, sizeBytes);
  if (range === 'unsatisfiable') {
    reply.headers(headers).code(416).header('content-range', `bytes */${sizeBytes}`);
    return reply.send();
  }
  const content = await artifacts.open(row, ...(range === null ? [] : [range]));
  if (!content.ok) {
    const { code, text } = content.error;
    return sendProblem(reply, { code, text, field: 'params.id' });
  }
  reply.headers(headers);
  if (range === null)
    return reply.header('content-length', sizeBytes).send(ofLength(content.value, sizeBytes));
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
    .header('content-length', end - start + 1)
    .send(ofLength(content.value, end - start + 1));
}

/** One range of a Range header; several at once are answered with the whole. */
function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
