import type { FrameOf, RuntimeEntry, Unsent } from '../../shared/protocol/index.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

/** Makes the frame of an extension, with everything filled in that a test does not care about. */
export function runtimeReport(
  conversations: readonly (
    | string
    | ({ readonly remote_conversation_id: string } & Partial<RuntimeEntry>)
  )[],
  complete = true,
): Unsent<FrameOf<'runtime.report'>> {
  return {
    type: 'runtime.report',
    complete,
    startable_platforms: [],
    runtimes: conversations.map((one) => ({
      platform: 'chatgpt',
      aliases: [],
      runtime_status: 'ready',
      title: null,
      credential_fingerprint: null,
      freshness: null,
      account_fingerprint: null,
      ...(typeof one === 'string' ? { remote_conversation_id: one } : one),
    })),
  };
}

export function finalMessage(
  conversation: string,
  assistantMessageId: string,
  rawText: string,
  more: Partial<Unsent<FrameOf<'browser.final_message'>>> = {},
): Unsent<FrameOf<'browser.final_message'>> {
  return {
    type: 'browser.final_message',
    platform: 'chatgpt',
    remote_conversation_id: conversation,
    aliases: [],
    assistant_message_id: assistantMessageId,
    raw_text: rawText,
    observed_at: Date.now(),
    source: 'browser.final_message',
    tab_id: 4711,
    page_url: `https://chatgpt.com/c/${conversation}`,
    ...more,
  };
}

export function userTurn(
  conversation: string,
  userMessageId: string,
  rawText: string,
  more: Partial<Unsent<FrameOf<'browser.user_turn'>>> = {},
): Unsent<FrameOf<'browser.user_turn'>> {
  return {
    type: 'browser.user_turn',
    platform: 'chatgpt',
    remote_conversation_id: conversation,
    aliases: [],
    user_message_id: userMessageId,
    raw_text: rawText,
    observed_at: Date.now(),
    ...more,
  };
}

export function deliveryResult(
  { job_id, platform, remote_conversation_id, attempt }: FrameOf<'delivery.enqueue'>,
  status: FrameOf<'delivery.result'>['status'],
  more: Partial<Unsent<FrameOf<'delivery.result'>>> = {},
): Unsent<FrameOf<'delivery.result'>> {
  return {
    type: 'delivery.result',
    job_id,
    platform,
    remote_conversation_id,
    attempt,
    status,
    error_code: null,
    error_message: null,
    retry_after_ms: null,
    user_message_id: status === 'acked' ? `turn-of-${job_id}` : null,
    observed_at: Date.now(),
    diagnostic: { tab_id: 4711, page_url: null },
    ...more,
  };
}

/** An assistant's reply that asks for one action. */
export function asking(action: string): string {
  return `Let me see.\n\n\`\`\`baa\n${action}\n\`\`\`\n`;
}

/** Sends a browser's frame that has no number. */
export function tell(
  browser: SimulatedBrowser,
  frame: { readonly type: string; readonly [field: string]: unknown },
): void {
  browser.raw(JSON.stringify({ v: 1, id: crypto.randomUUID(), ...frame }));
}

type SiteReport = Omit<FrameOf<'site.report'>, 'v' | 'id'>;

export function siteReport(details: Partial<SiteReport> = {}): SiteReport {
  return { type: 'site.report', sites: [], pages: [], ...details };
}

export function siteTold(
  details: Partial<SiteReport['sites'][number]> = {},
): SiteReport['sites'][number] {
  return {
    platform: 'chatgpt',
    allowed: true,
    on: true,
    evidence: 'recorded',
    can: { replay: false, history: true, begin: true },
    ...details,
  };
}

export function sitePage(
  details: Partial<SiteReport['pages'][number]> = {},
): SiteReport['pages'][number] {
  return {
    tab_id: 41,
    platform: 'chatgpt',
    remote_conversation_id: null,
    ready: true,
    draft: false,
    problem: null,
    checks: { composer: 'ok', stream: 'unknown', turns: 'unknown', ids: 'unknown' },
    ...details,
  };
}
