import * as z from 'zod';

import { operation, plain } from './define.ts';
import { epochMs, errorCode, identifier } from './fields.ts';

const check = z.enum(['ok', 'failed', 'unknown']);

export const sitePage = z.object({
  tab_id: z.int().nullable(),
  local_conversation_id: identifier
    .nullable()
    .meta({ description: 'Null: a chat that has not begun, or is not known here.' }),
  conversation_title: z.string().nullable(),
  ready: z.boolean(),
  draft: z.boolean().meta({ description: 'Its composer holds what a person writes.' }),
  problem: z.object({ code: errorCode, text: z.string() }).nullable(),
});

export const siteInBrowser = z.object({
  client_id: identifier,
  extension_version: z
    .string()
    .nullable()
    .meta({ description: 'What it knows of the site comes with its extension.' }),
  allowed: z.boolean().meta({ description: 'The browser lets the extension into its pages.' }),
  on: z.boolean().meta({ description: 'A person has not switched it off there.' }),
  begins: z.boolean().meta({ description: 'A chat can be begun there now.' }),
  pages: z.array(sitePage),
});

/** A chat site that a connected browser knows, or that a conversation is of. */
export const site = z.object({
  platform: z.string(),
  health: z.enum(['ok', 'drift', 'unknown']).meta({
    description: 'Does Baton still fit its pages? As the last page that gave occasion showed.',
  }),
  health_since: epochMs.nullable().meta({ description: 'Null: never seen since the start.' }),
  health_seen_at: epochMs.nullable(),
  sought: z.string().nullable().meta({ description: 'What was not found, where it has drifted.' }),
  checks: z.object({ composer: check, stream: check, turns: check, ids: check }).nullable(),
  evidence: z.enum(['recorded', 'documented']).nullable().meta({
    description: 'Tested against recorded traffic, or written from sources; null: nobody says.',
  }),
  can: z.object({ replay: z.boolean(), history: z.boolean(), begin: z.boolean() }).nullable(),
  default_mode: z.enum(['auto', 'manual']).meta({ description: 'Of what a person begins there.' }),
  conversations: z.int(),
  delivered_24h: z.int(),
  failed_24h: z.record(z.string(), z.int()).meta({ description: 'Deliveries by error code.' }),
  browsers: z.array(siteInBrowser),
});

export const sitesOperations = {
  listPlatforms: operation({
    ...plain,
    method: 'GET',
    path: '/v1/platforms',
    tag: 'browsers',
    scope: 'watch',
    summary: 'Chat sites: whether Baton fits them, may run in them, and what came of deliveries.',
    command: 'sites',
    response: z.object({ items: z.array(site) }),
  }),
};
