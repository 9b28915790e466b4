import * as z from 'zod';

import { durationMs, epochMs, identifier, mode } from './fields.ts';

const minuteOfDay = z.int().min(0).max(1_439);

/** What a person asks for; what is left out stands at its default. */
export const renewalWish = z.strictObject({
  goal: z.string().min(1).max(20_000),
  message: z.string().min(1).max(20_000).nullable().default(null),
  spacing_ms: z
    .int()
    .min(1_000)
    .max(7 * 86_400_000)
    .default(30_000),
  max_turns: z.int().min(1).max(1_000).default(10),
  stop_phrase: z.string().min(1).max(200).nullable().default(null),
  quiet_hours: z
    .strictObject({
      from_minute: minuteOfDay,
      to_minute: minuteOfDay,
      time_zone: z.string().min(1).max(64),
    })
    .nullable()
    .default(null),
});

export const renewal = z.object({
  ...renewalWish.shape,
  turns_used: z.int(),
  status: z.enum(['active', 'stopped']),
  stop_reason: z.string().nullable(),
  due_at: epochMs.nullable(),
});

/** Why nothing goes out to an account now, and until when. */
export const account = z.object({
  account_key: z.string(),
  platform: z.string(),
  next_send_at: epochMs,
  parked_until: epochMs.nullable(),
  park_reason: z.string().nullable(),
  sends_in_window: z.int(),
});

export const conversation = z.object({
  local_conversation_id: identifier,
  platform: z.string(),
  remote_conversation_id: z.string(),
  mode,
  draining: z.boolean(),
  pause_reason: z.string().nullable(),
  title: z.string().nullable(),
  labels: z.array(z.string()),
  latest_assistant_message_id: z.string().nullable(),
  latest_observed_at: epochMs.nullable(),
  latest_user_turn_at: epochMs.nullable(),
  stale_anchors: z.enum(['rebase', 'ask']),
  final_timeout_ms: durationMs,
  open_jobs: z.int().meta({ description: 'Jobs that have not ended.' }),
  open_approvals: z.int(),
  connected: z.boolean().meta({ description: 'A connected browser can serve it now.' }),
  created_at: epochMs,
  updated_at: epochMs,
});

export const conversationDetail = z.object({
  ...conversation.shape,
  renewal: renewal.nullable(),
  account: account.nullable(),
  aliases: z.array(z.string()),
});

export const label = z.string().trim().min(1).max(64);

export const conversationPatch = z
  .strictObject({
    title: z.string().trim().min(1).max(500).nullable(),
    labels: z.array(label).max(32),
    stale_anchors: z.enum(['rebase', 'ask']),
    final_timeout_ms: z
      .int()
      .min(1_000)
      .max(7 * 86_400_000),
  })
  .partial();

export const message = z.object({
  message_id: identifier,
  role: z.enum(['assistant', 'user']),
  author: z.enum(['assistant', 'person', 'baton']),
  text: z.string(),
  observed_at: epochMs,
  job_id: z
    .string()
    .nullable()
    .meta({ description: 'The delivery that sent it, or that it answers.' }),
  actions: z.int().meta({ description: 'Actions found in it that were taken up.' }),
});

export const searchHit = z.object({
  local_conversation_id: identifier,
  platform: z.string(),
  title: z.string().nullable(),
  message_id: z.string().nullable().meta({ description: 'Null: the title fits.' }),
  role: z.enum(['assistant', 'user', 'title']),
  /** Plain text around the first fit; what fits stands between U+2068 and U+2069. */
  excerpt: z.string(),
  observed_at: epochMs,
});
