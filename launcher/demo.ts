import type { Page } from 'puppeteer-core';
import type { ConductorAdmin, ConductorStatus } from './conductor-admin.ts';
import type { PlaygroundSite, SiteConversation, SiteMessage } from './playground-site.ts';
import { turnLines } from './turn-lines.ts';
import { WaitLimitError, waitUntil } from './wait-until.ts';

const FIRST_MESSAGE = 'Hello! Please show me what you can do.';
/** A pace at which a person types. */
const KEY_DELAY_MS = 25;
const KNOWN_LIMIT_MS = 30_000;
/** A real model behind the playground thinks before each of its turns. */
const CIRCLE_LIMIT_MS = 10 * 60_000;
/** The scripted assistant's tool turns, as the demo promises them. */
const WANTED_TOOL_TURNS = 3;
const UNFINISHED = ['pending', 'dispatched', 'acked', 'retry_wait'] as const;

/** What the demo added, counted by the conductor and by the site, each for itself. */
export interface DemoOutcome {
  /** Every result was delivered and answered, at least three times in a row, and the site saw each message once. */
  readonly ok: boolean;
  readonly jobs: { readonly finalized: number; readonly failed: number };
  readonly site_messages: number;
  readonly duplicates: number;
}

export interface DemoParts {
  readonly page: Page;
  readonly admin: ConductorAdmin;
  readonly site: PlaygroundSite;
  readonly say: (line: string) => void;
  /** Rejects when the demo cannot go on, for example because the browser was closed. */
  readonly broken: Promise<never>;
}

/** Leads one conversation through the whole circle, in the page, as a person would start it. */
export async function runDemo({ page, admin, site, say, broken }: DemoParts): Promise<DemoOutcome> {
  const before = await count(admin, site);
  const added = async (): Promise<DemoOutcome> => outcomeSince(before, await count(admin, site));

  const conversationId = await site.createConversation('A first round with Baton');
  await page.bringToFront();
  await page.goto(site.conversationUrl(conversationId), { waitUntil: 'load' });
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

  await page.click('textarea');
  await page.keyboard.type(FIRST_MESSAGE, { delay: KEY_DELAY_MS });
  await page.keyboard.press('Enter');

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

function outcomeSince(before: Counts, after: Counts): DemoOutcome {
  const finalized = after.finalized - before.finalized;
  const failed = after.failed - before.failed;
  const siteMessages = after.messages - before.messages;
  const duplicates = after.duplicates - before.duplicates;
  return {
    ok:
      finalized >= WANTED_TOOL_TURNS &&
      failed === 0 &&
      duplicates === 0 &&
      // The person's own first message, and one for each delivery: nothing lost, nothing twice.
      siteMessages === finalized + 1,
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
