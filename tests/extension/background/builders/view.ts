import { newAttempt } from '../../../../extension/background/delivery/attempt.ts';
import type { View } from '../../../../extension/background/storage/row-store.ts';
import type {
  ConversationRuntime,
  DeliveryAttempt,
  Meta,
} from '../../../../extension/background/storage/tables.ts';
import type { ObservedReply, PageState } from '../../../../extension/messages/page-messages.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';

export const NOW = 1_000_000;

export function meta(details: Partial<Meta> = {}): Meta {
  const pairing = {
    conductor_url: 'http://127.0.0.1:7717',
    client_id: 'client-1',
    token: 'x'.repeat(32),
    refused: false,
  };
  return { name: 'meta', hmac_key: 'k', pairing, out_seq: 10, in_seq: 3, ...details };
}

export function enqueue(
  details: Partial<FrameOf<'delivery.enqueue'>> = {},
): FrameOf<'delivery.enqueue'> {
  return {
    v: 1,
    id: 'frame-1',
    seq: 4,
    type: 'delivery.enqueue',
    job_id: 'job-1',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    local_conversation_id: 'lc-1',
    assistant_message_id: 'assistant-0',
    message_text: 'The result.',
    delivery_kind: 'proxy_delivery',
    origin: 'reply',
    attempt: 1,
    reconcile: false,
    start_new: false,
    ...details,
  };
}

export function attempt(details: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return { ...newAttempt(enqueue(), null, NOW), ...details };
}

export function runtime(details: Partial<ConversationRuntime> = {}): ConversationRuntime {
  return {
    runtime_key: 'chatgpt/c-1',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    aliases: [],
    title: 'A chat',
    last_seen_tab_ids: [],
    last_seen_page_urls: ['https://chatgpt.com/c/c-1'],
    last_seen_at: NOW,
    runtime_status: 'stale',
    ...details,
  };
}

export function page(details: Partial<PageState> = {}): PageState {
  return {
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    aliases: [],
    title: 'A chat',
    url: 'https://chatgpt.com/c/c-1',
    ready: true,
    draft: false,
    problem: null,
    checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    ...details,
  };
}

export function reply(details: Partial<ObservedReply> = {}): ObservedReply {
  return {
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    aliases: [],
    assistant_message_id: 'assistant-1',
    raw_text: 'Done.',
    complete: 'whole',
    observed_at: NOW,
    source: 'live',
    in_reply_to: 'turn-1',
    attempt_id: null,
    page_url: 'https://chatgpt.com/c/c-1',
    page_title: 'A chat',
    ...details,
  };
}

/** Rows as a step sees them. */
export function view(rows: {
  readonly meta?: Meta;
  readonly attempts?: readonly DeliveryAttempt[];
  readonly runtimes?: readonly ConversationRuntime[];
  readonly bindings?: readonly (View['bindings'] extends ReadonlyMap<string, infer B>
    ? B
    : never)[];
  readonly outbox?: readonly (View['outbox'] extends ReadonlyMap<number, infer F> ? F : never)[];
  readonly replies?: readonly (View['replies'] extends ReadonlyMap<string, infer R> ? R : never)[];
  readonly conversations?: readonly (View['conversations'] extends ReadonlyMap<string, infer C>
    ? C
    : never)[];
}): View {
  return {
    meta: new Map([['meta', rows.meta ?? meta()]]),
    attempts: new Map((rows.attempts ?? []).map((row) => [row.attempt_id, row])),
    runtimes: new Map((rows.runtimes ?? []).map((row) => [row.runtime_key, row])),
    bindings: new Map((rows.bindings ?? []).map((row) => [row.platform, row])),
    templates: new Map(),
    outbox: new Map((rows.outbox ?? []).map((row) => [row.seq, row])),
    conversations: new Map((rows.conversations ?? []).map((row) => [row.key, row])),
    replies: new Map((rows.replies ?? []).map((row) => [row.key, row])),
    held: new Map(),
    calls: new Map(),
    grants: new Map(),
    offers: new Map(),
  };
}
