import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { Pairing } from '../services/pairing.ts';
import { sendProblem } from './problem.ts';

/** How the whole stands, for people and for the launcher. */
export interface Overview {
  readonly conversations: readonly object[];
  readonly jobs: Readonly<Record<string, number>>;
  readonly clients: readonly { readonly client_id: string }[];
}

export interface RouteServices {
  readonly pairing: Pairing;
  readonly version: string;
  /** Proves to the person's own programs that they are: a file only this user can read. */
  readonly adminSecret: string;
  readonly ownUrl: () => string;
  overview(): Overview;
  isLive(clientId: string): boolean;
  setMode(
    localConversationId: string,
    mode: 'auto' | 'manual' | 'paused',
    reason: string | null,
  ): Promise<'ok' | ErrorCode>;
}

const claimBody = z.object({
  code: z
    .string('is the pairing code')
    .min(1, 'is the pairing code')
    .max(128, 'is at most 128 characters'),
  browser: z.object({ name: z.string().max(100), version: z.string().max(100) }),
  extension_version: z.string().max(100),
});

const modeBody = z.object({
  mode: z.enum(['auto', 'manual', 'paused'], 'is auto, manual or paused'),
  reason: z.string().max(500).nullable().default(null),
});

/** Pairing, and the little that the launcher and the tests need. Everything answers problem+json on failure. */
export function registerRoutes(app: FastifyInstance, services: RouteServices): void {
  const { pairing, adminSecret } = services;

  app.get('/healthz', async () => ({ ok: true, version: services.version }));

  app.post('/v1/pairing/claim', async (request, reply) => {
    const body = read(claimBody, request.body, reply);
    if (body === null) return reply;
    const claimed = await pairing.claim({
      code: body.code,
      origin: request.headers.origin,
      browser: body.browser,
    });
    if (!claimed.ok) return sendProblem(reply, claimed.error);
    return { client_id: claimed.value.clientId, token: claimed.value.token };
  });

  app.register(async (admin) => {
    admin.addHook('onRequest', async (request, reply) => {
      if (isAdmin(request, adminSecret)) return;
      await sendProblem(reply, {
        code: 'unauthorized',
        text: 'Send the content of the admin-secret file as a bearer token.',
      });
    });

    admin.post('/v1/pairing/codes', async () => {
      const { code, linkCode, expiresAt } = pairing.offer();
      return { code, link: `${services.ownUrl()}/pair#code=${linkCode}`, expires_at: expiresAt };
    });

    admin.get('/v1/status', async () => {
      const { clients, ...rest } = services.overview();
      return {
        version: services.version,
        ...rest,
        clients: clients.map((client) => ({
          ...client,
          connected: services.isLive(client.client_id),
        })),
      };
    });

    admin.put<{ Params: { id: string } }>('/v1/conversations/:id/mode', async (request, reply) => {
      const body = read(modeBody, request.body, reply);
      if (body === null) return reply;
      const outcome = await services.setMode(request.params.id, body.mode, body.reason);
      if (outcome === 'ok') return { local_conversation_id: request.params.id, mode: body.mode };
      const text =
        outcome === 'not_found'
          ? 'There is no conversation of that id.'
          : 'The mode cannot be set now.';
      return sendProblem(reply, { code: outcome, text });
    });
  });
}

function isAdmin(request: FastifyRequest, adminSecret: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${adminSecret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Null after an answer was sent that names the field. */
function read<T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  void sendProblem(
    reply,
    { code: 'invalid_request', text: `${field || 'body'}: ${issue?.message ?? 'out of shape'}` },
    field,
  );
  return null;
}
