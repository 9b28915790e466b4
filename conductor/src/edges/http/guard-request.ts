import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { BRIDGE_PATH } from '../../../../shared/protocol/index.ts';
import { ownAddresses } from './own-addresses.ts';
import { sendProblem } from './problem.ts';

/** Routes that a browser extension calls; they judge the Origin themselves. */
const EXTENSION_ROUTES: readonly string[] = [BRIDGE_PATH, '/v1/pairing/claim'];

/**
 * Exact Host and Origin on every request. A page that rebinds a name of its own to this machine sends its
 * own Host; a foreign page that calls us sends its own Origin; neither gets further than this.
 */
export function guardRequests(app: FastifyInstance, ownPort: () => number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { hosts, faceHost } = ownAddresses(ownPort());
    const { host, origin } = request.headers;
    if (host === undefined || ![...hosts, faceHost].includes(host)) {
      closeAfter(request, reply);
      return sendProblem(reply, {
        code: 'forbidden_host',
        text: 'This Host is not an address of the conductor.',
      });
    }
    // The web UI and what stands at the other addresses are foreign to each other.
    const own = (host === faceHost ? [faceHost] : hosts).map((name) => `http://${name}`);
    if (
      origin !== undefined &&
      !own.includes(origin) &&
      !EXTENSION_ROUTES.includes(pathOf(request))
    ) {
      closeAfter(request, reply);
      return sendProblem(reply, {
        code: 'forbidden_origin',
        text: 'Pages of other origins are not answered.',
      });
    }
    return undefined;
  });
}

/** Nobody else closes the socket of a refused upgrade, and one left open would hold up a stop. */
function closeAfter({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.headers.upgrade !== undefined) reply.raw.once('finish', () => raw.socket.destroySoon());
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
