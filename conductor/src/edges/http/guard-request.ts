import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { FEED_PATH } from '../../../../shared/model/picture-feed.ts';
import { BRIDGE_PATH } from '../../../../shared/protocol/index.ts';
import { isFromElsewhere } from './listen-with-tls.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { sendProblem } from './problem.ts';

/** Routes that a browser extension or a worker calls; they judge the Origin themselves. */
const EXTENSION_ROUTES: readonly string[] = [BRIDGE_PATH, FEED_PATH, '/v1/pairing/claim'];

/** Routes that machines other than this one may call. */
const DISTANT_ROUTES: readonly string[] = [...EXTENSION_ROUTES, '/pair', '/healthz'];

/** A year. */
const HSTS_S = 31_536_000;

/**
 * Exact Host and Origin on every request. A page that rebinds a name of its own to this machine sends its
 * own Host; a foreign page that calls us sends its own Origin; neither gets further than this.
 */
export function guardRequests(
  app: FastifyInstance,
  addresses: () => OwnAddresses,
  publicHost: string | null,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // guard: tls-off-loopback
    if (isFromElsewhere(request.raw)) return guardDistant(request, reply, publicHost);
    const { hosts, faceHost, knownHost, wasFace } = addresses();
    const { host = '', origin } = request.headers;
    if (host !== faceHost && (host === knownHost || wasFace(host))) {
      closeAfter(request, reply);
      // What another program left there while no conductor ran is not to be seen again.
      // guard: face-known-name
      if (host === knownHost)
        reply.headers({
          'clear-site-data': '"cache", "storage"',
          // The web UI has a look there once it is signed in to: no script answers that in our place.
          'cross-origin-resource-policy': 'same-site',
        });
      return leadToFace(request, reply, faceHost);
    }
    // guard: exact-host
    if (![...hosts, faceHost].includes(host)) {
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
      !own.includes(origin) && // guard: exact-origin
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

/** A WebSocket is opened where a route takes one: anywhere else it would be opened, and closed, for whoever asks. */
export function guardUpgrades(app: FastifyInstance): void {
  const sockets = new Set<string>();
  app.addHook('onRoute', ({ url, websocket }) => {
    if (websocket === true) sockets.add(url);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (request.headers.upgrade === undefined || url === undefined || sockets.has(url))
      return undefined;
    closeAfter(request, reply);
    const text = 'No WebSocket is taken here.';
    return sendProblem(reply, { code: 'invalid_request', text });
  });
}

/** Other machines may pair and use the bridge; all else is for this one, however well they know its secrets. */
function guardDistant(
  request: FastifyRequest,
  reply: FastifyReply,
  publicHost: string | null,
): FastifyReply | undefined {
  reply.header('strict-transport-security', `max-age=${HSTS_S}`);
  if (request.headers.host !== publicHost) {
    closeAfter(request, reply);
    const text = 'This Host is not the public address of the conductor.';
    return sendProblem(reply, { code: 'forbidden_host', text });
  }
  if (DISTANT_ROUTES.includes(pathOf(request))) return undefined;
  closeAfter(request, reply);
  const text = 'Other machines may pair and use the bridge; for all else ask on its own machine.';
  return sendProblem(reply, { code: 'forbidden_host', text });
}

/** Nothing is done and nothing is shown at other names of the web UI. */
function leadToFace(request: FastifyRequest, reply: FastifyReply, faceHost: string): FastifyReply {
  const path = pathOf(request);
  const isPage = request.method === 'GET' && path.startsWith('/') && !path.startsWith('/v1/');
  if (isPage) return reply.redirect(`http://${faceHost}${request.url}`);
  const text = `The conductor was started anew: its web UI is at http://${faceHost} now.`;
  return sendProblem(reply, { code: 'face_restarted', text });
}

/** Nobody else closes the socket of a refused upgrade, and one left open would hold up a stop. */
function closeAfter({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.headers.upgrade !== undefined) reply.raw.once('finish', () => raw.socket.destroySoon());
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
