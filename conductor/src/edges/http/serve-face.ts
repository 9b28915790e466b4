import { open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { sendProblem } from './problem.ts';

/** First segments of the web UI's addresses: each is its one page, and so is all below. */
const PLACES = [
  'enter',
  'approvals',
  'conversations',
  'jobs',
  'actions',
  'trail',
  'artifacts',
  'tools',
  'rules',
  'browsers',
  'numbers',
  'settings',
  'runs',
  'teams',
  'templates',
  'resources',
  'agents',
  'help',
] as const;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** A name and an ending, and no way out of its folder. */
const FILE_NAME = /^[\w-][\w.-]*$/;

const YEAR_S = 31_536_000;

interface Face {
  /** `index.html`, and beside it `assets/` with what has its content's hash in its name. */
  readonly dir: string;
  readonly host: () => string;
  /** Host and port that lead there. */
  readonly knownHost: () => string;
}

/**
 * The web UI: one page at many addresses, and its parts. It is the same for everyone, and empty: what is in it, it asks
 * for itself. Addresses of the conductor other than the page's own lead there.
 */
export function serveFace(app: FastifyInstance, face: Face): void {
  const document = (request: FastifyRequest, reply: FastifyReply) =>
    sendDocument(request, reply, face);
  app.get('/', async (request, reply) => {
    const page = await pageOf(face);
    // Without the web UI there is one page for people.
    return page === null ? reply.redirect('/pair') : sendDocument(request, reply, face, page);
  });
  for (const place of PLACES) {
    app.get(`/${place}`, document);
    app.get(`/${place}/*`, document);
  }
  app.get<{ Params: { file: string } }>('/assets/:file', async ({ params }, reply) =>
    sendFile(reply, join(face.dir, 'assets'), params.file, `public, max-age=${YEAR_S}, immutable`),
  );
  app.get<{ Params: { file: string } }>(
    '/:file(^[\\w-]+\\.(?:svg|png|ico|webmanifest)$)',
    async ({ params }, reply) => sendFile(reply, face.dir, params.file, 'no-cache'),
  );
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  face: Face,
  known?: Buffer,
): Promise<FastifyReply> {
  const page = known ?? (await pageOf(face));
  if (page === null) {
    const text = 'The web UI is not built. `npm start` builds it, and so does `npm run build`.';
    return sendProblem(reply, { code: 'not_found', text });
  }
  const host = face.host();
  if (request.headers.host !== host) return reply.redirect(`http://${host}${request.url}`);
  return reply
    .headers(documentHeaders(host, face.knownHost()))
    .type('text/html; charset=utf-8')
    .send(page);
}

async function pageOf({ dir }: Face): Promise<Buffer | null> {
  return readFile(join(dir, 'index.html')).catch(() => null);
}

function documentHeaders(host: string, knownHost: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} http://${knownHost}`,
    'media-src blob:',
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", // guard: face-csp
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'clipboard-write=(self), microphone=(self), camera=(), geolocation=(), usb=(), display-capture=()',
    'cache-control': 'no-store',
  };
}

async function sendFile(
  reply: FastifyReply,
  dir: string,
  name: string,
  cacheControl: string,
): Promise<FastifyReply> {
  const type = MEDIA_TYPES[extname(name)];
  // guard: face-files
  const file = FILE_NAME.test(name) && type !== undefined ? join(dir, name) : null;
  const handle = file === null ? null : await open(file).catch(() => null);
  if (handle === null || type === undefined) {
    const text = 'The web UI has no such file: it was built anew since its page was opened.';
    return sendProblem(reply, { code: 'not_found', text });
  }
  return reply
    .headers({ 'content-type': type, 'cache-control': cacheControl })
    .send(handle.createReadStream());
}
