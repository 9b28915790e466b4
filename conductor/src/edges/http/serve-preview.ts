import type { FastifyInstance } from 'fastify';

import { scopeCovers } from '../../../../shared/model/scope.ts';
import { viewerSays } from '../../../../shared/model/picture-feed.ts';
import { unknown } from '../../engine/not-found.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import * as resources from '../../features/hands/resources/queries.ts';

const CLOSE_GONE = 1001;
const CLOSE_REFUSED = 1008;
const MAX_SAID_BYTES = 8_192;
/** Only a session that may do everything may act in the page; the others look. */
const TO_ACT = 'full';

/**
 * Pictures of a page of a worker's browser for whoever looks at it, and what a person does there. No stream of them is
 * kept: nobody looks, none is taken.
 */
export function servePreview(
  app: FastifyInstance,
  { read, watchPictures, events }: Pick<RouteServices, 'read' | 'watchPictures' | 'events'>,
): void {
  app.get<{ Params: { id: string } }>(
    '/v1/resources/:id/preview',
    {
      websocket: true,
      config: { scope: 'watch' },
      preValidation: async ({ params: { id } }, reply) => {
        const standing = await read.one(resources.shownResource({ resourceId: id }));
        if (standing === null) return sendProblem(reply, unknown('resource', id, 'params.id'));
        const { adapter, status } = standing.resource;
        if (status === 'closed' || status === 'failed')
          return sendProblem(reply, { code: 'resource_closed', text: `${id} is closed.` });
        if (adapter === 'cdp' || adapter === 'bidi') return undefined;
        const text = 'Only pages of a worker’s browser are shown.';
        return sendProblem(reply, { code: 'picture_unavailable', text });
      },
    },
    async (socket, { params: { id }, faceSession }) => {
      const mayAct = faceSession === null || scopeCovers(faceSession.scope, TO_ACT);
      // Messages that come before the row is read wait for it.
      const standing = read.one(resources.shownResource({ resourceId: id }));
      const watching = standing.then((found) =>
        found === null || socket.readyState !== socket.OPEN
          ? null
          : watchPictures(found.resource.executorId, id, {
              meta: (meta) => socket.send(JSON.stringify(meta)),
              picture: (frame) => socket.send(frame),
            }),
      );
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        const said =
          isBinary || data.length > MAX_SAID_BYTES ? null : viewerSays.safeParse(parsed(data)).data;
        if (!said) return socket.close(CLOSE_REFUSED, 'ack or input');
        // guard: preview-act
        if ('input' in said && !mayAct) return socket.close(CLOSE_REFUSED, 'scope_too_small');
        void watching.then((look) => {
          if ('ack' in said) look?.drawn(said.ack);
          else look?.input(said.input);
        });
      });
      const ends = [events.closed, ...(faceSession === null ? [] : [faceSession.ended])];
      const end = (): void => socket.close(CLOSE_GONE);
      for (const one of ends) one.addEventListener('abort', end, { once: true });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        for (const one of ends) one.removeEventListener('abort', end);
        void watching.then((look) => look?.end());
      });
      if (ends.some(({ aborted }) => aborted)) end();
      if ((await watching.catch(() => null)) === null) socket.close(CLOSE_GONE);
    },
  );
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
}
