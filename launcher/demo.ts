import type { ConductorAdmin, ConductorStatus } from './conductor-admin.ts';
import type { PlaygroundSite, SiteConversation, SiteMessage } from './playground-site.ts';
import { turnLines } from './turn-lines.ts';
import { WaitLimitError, waitUntil } from './wait-until.ts';

export const DEMO_TITLE = 'A first round with Baton';
const FIRST_MESSAGE = 'Hello! Please show me what you can do.';
const KNOWN_LIMIT_MS = 30_000;
/** A real model behind the playground thinks before each of its turns. */
const CIRCLE_LIMIT_MS = 10 * 60_000;
/** The scripted assistant's tool turns, as the demo promises them. */
const WANTED_TOOL_TURNS = 3;
const UNFINISHED = ['pending', 'dispatched', 'acked', 'retry_wait'] as const;

/** Results that the demo added, counted by the conductor and by the site, each for itself. */
export interface DemoOutcome {
  /** Every result was delivered and answered, at least three times in a row, and the site saw each message once. */
  readonly ok: boolean;
  readonly jobs: { readonly finalized: number; readonly failed: number };
  readonly site_messages: number;
  readonly duplicates: number;
}

export interface DemoParts {
  /** Id that the site gives the conversation that the browser shows. */
  readonly conversationId: string;
  /** Says the first thing in it. */
  readonly begin: (localConversationId: string, text: string) => Promise<unknown>;
  /** Shows one more page of the site; null: the browser is nobody's to drive. */
  readonly show: ((url: string) => Promise<unknown>) | null;
  /** How many of the site's messages are no deliveries: one where a hand typed the first. */
  readonly typed: 0 | 1;
  readonly admin: ConductorAdmin;
  readonly site: PlaygroundSite;
  readonly say: (line: string) => void;
  /** Rejects when the demo cannot go on, for example because the browser was closed. */
  readonly broken: Promise<never>;
}

/** Leads one conversation through the whole circle. */
export async function runDemo(parts: DemoParts): Promise<DemoOutcome> {
  const { conversationId, admin, site, say, broken } = parts;
  const before = await count(admin, site);
  const added = async (): Promise<DemoOutcome> =>
    outcomeSince(before, await count(admin, site), parts.typed);

  const localId = await Promise.race([
    broken,
    waitUntil('the conductor to hear of the conversation', KNOWN_LIMIT_MS, async () => {
      const { conversations } = await admin.status();
      const known = conversations.find((each) => each.remote_conversation_id === conversationId);
      return known?.local_conversation_id ?? null;
    }),
  ]);
  await admin.setMode(localId, 'auto');
  say('The conversation is switched to auto: from now on Baton acts on its replies.');
  say('');

  await parts.begin(localId, FIRST_MESSAGE);

  const shown = new Set<string>();
  const circle = waitUntil('the circle to close', CIRCLE_LIMIT_MS, async () => {
    const conversation = await site.conversation(conversationId);
    for (const message of conversation.messages) {
      if (shown.has(message.message_id)) continue;
      shown.add(message.message_id);
      for (const line of turnLines(message)) say(line);
    }
    const { jobs } = await admin.status();
    const failed = (jobs.failed ?? 0) > before.failed;
    return failed || (hasClosed(conversation) && isIdle(jobs)) ? true : null;
  });
  try {
    await Promise.race([broken, circle]);
  } catch (error) {
    if (!(error instanceof WaitLimitError)) throw error;
    say(error.message); // What was done until then still counts, and the count says that it was too little.
  }
  say('');
  return added();
}

interface Counts {
  readonly finalized: number;
  readonly failed: number;
  readonly messages: number;
  readonly duplicates: number;
}

async function count(admin: ConductorAdmin, site: PlaygroundSite): Promise<Counts> {
  const [{ jobs }, log] = await Promise.all([admin.status(), site.log()]);
  return {
    finalized: jobs.finalized ?? 0,
    failed: jobs.failed ?? 0,
    messages: log.messages.length,
    duplicates: log.duplicates,
  };
}

function outcomeSince(before: Counts, after: Counts, typed: DemoParts['typed']): DemoOutcome {
  const finalized = after.finalized - before.finalized;
  const failed = after.failed - before.failed;
  const siteMessages = after.messages - before.messages;
  const duplicates = after.duplicates - before.duplicates;
  return {
    ok:
      finalized >= WANTED_TOOL_TURNS + 1 - typed &&
      failed === 0 &&
      duplicates === 0 &&
      // What was typed, and one for each delivery: nothing lost, nothing twice.
      siteMessages === finalized + typed,
    jobs: { finalized, failed },
    site_messages: siteMessages,
    duplicates,
  };
}

/** The assistant has said its last word: a whole reply that asks for no action. */
function hasClosed({ messages, replying }: SiteConversation): boolean {
  const last = messages.at(-1);
  return replying === null && last !== undefined && isClosingReply(last);
}

function isClosingReply({ role, text, failed }: SiteMessage): boolean {
  return role === 'assistant' && (failed || !/^```baa/m.test(text));
}

function isIdle(jobs: ConductorStatus['jobs']): boolean {
  return UNFINISHED.every((status) => (jobs[status] ?? 0) === 0);
}
