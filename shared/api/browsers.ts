import * as z from 'zod';

import { one, operation, plain } from './define.ts';
import { epochMs, identifier } from './fields.ts';

export const client = z.object({
  client_id: identifier,
  browser: z.object({ name: z.string(), version: z.string() }),
  origin: z.string(),
  connected: z.boolean(),
  extension_version: z
    .string()
    .nullable()
    .meta({ description: 'Of the extension in it; null while it is not connected.' }),
  conversations: z.int().meta({ description: 'Conversations it can serve now.' }),
  outbox: z.int().meta({ description: 'Frames it has not acked.' }),
  created_at: epochMs,
  last_seen_at: epochMs,
});

export const pairingOffer = z.object({ code: z.string(), link: z.string(), expires_at: epochMs });

export const browsersOperations = {
  listClients: operation({
    ...plain,
    method: 'GET',
    path: '/v1/clients',
    tag: 'browsers',
    scope: 'watch',
    summary: 'Paired browsers.',
    response: z.object({ items: z.array(client) }),
  }),
  revokeClient: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/clients/:id',
    tag: 'browsers',
    scope: 'full',
    summary: 'Unpairs a browser and closes its connection.',
    response: z.object({ deleted: z.literal(true) }),
  }),
  offerPairing: operation({
    ...plain,
    method: 'POST',
    path: '/v1/pairing/codes',
    tag: 'browsers',
    scope: 'full',
    summary: 'Makes a one-time pairing code and link.',
    response: pairingOffer,
  }),
};
