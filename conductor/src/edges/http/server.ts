import Fastify from 'fastify';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';

import { storeRefusal } from '../../../../shared/api/store-refusal.ts';
import { INTERNAL_ERROR } from '../internal-error.ts';
import { guardRequests, guardUpgrades } from './guard-request.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { registerPairPage } from './pair-page.ts';
import { sendProblem } from './problem.ts';
import type { RouteServices } from './route-services.ts';
import { registerRoutes } from './routes.ts';
import { endSlowPeers, lookEvery } from './slow-peers.ts';

const MAX_BODY_BYTES = 65_536;

const MAX_PARAM_LENGTH = 1_000;

/** A connection without a request; clients are told of it, and take a new one after that. */
const KEPT_ALIVE_MS = 10_000;

/** The conductor's HTTP face. Not listening yet. */
export function createServer(
  logger: FastifyBaseLogger,
  addresses: () => OwnAddresses,
  {
    requestTimeoutMs,
    publicUrl,
  }: { readonly requestTimeoutMs: number; readonly publicUrl: string },
): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    bodyLimit: MAX_BODY_BYTES, // guard: body-size
    requestTimeout: requestTimeoutMs, // guard: request-in-time
    keepAliveTimeout: Math.min(KEPT_ALIVE_MS, requestTimeoutMs),
    http: {
      // Node takes the longer of the two for the whole request, and a minute for the headers where nothing is said.
      headersTimeout: requestTimeoutMs, // guard: headers-in-time
      // It looks twice a minute otherwise: half a minute would be up to a whole one.
      connectionsCheckingInterval: lookEvery(requestTimeoutMs), // guard: looked-at-often
    },
    // Addresses and queries are nobody's business: serve-operations.ts logs what a request was.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // A conversation may be named by its key, which holds the site's own id.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (fault, _request, reply) => {
      sendProblem(reply, {
        code: 'invalid_request',
        text: `params: ${fault.message}`,
        field: 'params',
      });
    },
  });
  endSlowPeers(app.server, requestTimeoutMs);
  guardRequests(app, addresses, publicUrl === '' ? null : new URL(publicUrl).host);
  guardUpgrades(app); // guard: upgrades-where-meant
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff'); // guard: no-sniffing
    if (!reply.hasHeader('cross-origin-resource-policy'))
      reply.header('cross-origin-resource-policy', 'same-origin');
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, {
      code: 'not_found',
      text: `Nothing is served at ${request.method} ${request.url.split('?', 1)[0]}.`,
    }),
  );
  app.setErrorHandler((fault: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (fault.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return sendProblem(reply, {
        code: 'payload_too_large',
        text: `body: is larger than this route takes (${MAX_BODY_BYTES} bytes for most).`,
        field: 'body',
      });
    }
    if (fault.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      const given = request.headers['content-type'] ?? 'none';
      const text = `body: is sent as application/json (the Content-Type was ${given.slice(0, 80)}).`;
      return sendProblem(reply, { code: 'invalid_request', text, field: 'body' }, 415);
    }
    const refusal = storeRefusal(fault);
    if (refusal !== null) return sendProblem(reply, refusal);
    if (fault.statusCode !== undefined && fault.statusCode < 500) {
      const text = `body: ${fault.message.replace(/\.?$/, '.')}`;
      return sendProblem(reply, { code: 'invalid_request', text, field: 'body' });
    }
    request.log.error({ err: fault }, 'request failed');
    return sendProblem(reply, INTERNAL_ERROR);
  });
  return app;
}

/** Adds all routes of the API, the bridge, MCP and the web UI. */
export function addRoutes(app: FastifyInstance, services: RouteServices): void {
  registerPairPage(app);
  registerRoutes(app, services);
}
