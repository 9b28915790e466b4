import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { waitUntil } from '../../launcher/wait-until.ts';
import { type ConductorProcess, startConductorProcess } from './conductor-process.ts';
import { KeptSite, type KeptTurn } from './kept-site.ts';
import { pairBrowser, SIMULATED_ORIGIN } from './simulated-browser.ts';
import { VanishingBrowser } from './vanishing-browser.ts';

const LEASE_MS = 300;
const CONVERSATION = 'shared';
const SECOND_ORIGIN = 'moz-extension://99999999-2222-4333-8444-555555555555';
const ENDS_WITHIN_MS = 60_000;

/** Chance that the same seed brings again. */
interface Dice {
  /** From `from` up to and including `to`. */
  int(from: number, to: number): number;
  /** True that often, from 0 (never) to 1 (always). */
  chance(likelihood: number): boolean;
}

export interface VanishedLinks {
  /** Every delivery as the conductor has it at the end. */
  readonly jobs: readonly Record<string, unknown>[];
  /** Every message as the site has it. */
  readonly turns: readonly KeptTurn[];
}

/**
 * Two browsers deliver into one conversation while their links go, some for longer than a lease, and the conductor is
 * killed; then all of it comes back and stays.
 */
export async function linksVanish(
  random: Dice,
  { messages, kills }: { readonly messages: number; readonly kills: number },
): Promise<VanishedLinks> {
  const conductor = await startConductorProcess({
    args: [
      `--lease-ms=${LEASE_MS}`,
      '--max-attempts=100',
      '--retry-base-ms=20',
      '--retry-cap-ms=200',
    ],
  });
  const browsers: VanishingBrowser[] = [];
  try {
    const site = new KeptSite(() => ({
      afterMs: random.int(0, 400),
      isReply: random.chance(0.7),
    }));
    browsers.push(await browser(conductor, SIMULATED_ORIGIN, site, random));
    browsers.push(await browser(conductor, SECOND_ORIGIN, site, random));
    for (const one of browsers) one.come(conductor.url);
    const id = await conversationId(conductor);
    const path = `/v1/conversations/${id}/messages?wait=none`;
    for (let n = 1; n <= messages; n += 1) await conductor.ask('POST', path, { text: `No. ${n}` });

    for (let killed = 0; killed < kills; killed += 1) {
      await comeAndGo(browsers, conductor, random);
      await conductor.kill9();
      await comeAndGo(browsers, conductor, random);
      await conductor.start();
    }
    await comeAndGo(browsers, conductor, random);
    for (const one of browsers) if (!one.isThere) one.come(conductor.url);
    const jobs = (): readonly Record<string, unknown>[] =>
      conductor.query('select job_id, message_text, status, last_error_code from delivery_jobs');
    const isOver = (): boolean =>
      jobs().every(({ status }) => status === 'finalized' || status === 'failed');
    await waitUntil('every delivery to end', ENDS_WITHIN_MS, async () => isOver() || null).catch(
      () => null,
    );
    return { jobs: jobs(), turns: site.turns };
  } finally {
    for (const one of browsers) one.vanish();
    await conductor.dispose();
  }
}

async function browser(
  conductor: ConductorProcess,
  origin: string,
  site: KeptSite,
  random: Dice,
): Promise<VanishingBrowser> {
  const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
  const disk = await pairBrowser(conductor.url, secret, origin);
  return new VanishingBrowser({ disk, origin }, CONVERSATION, site, () => ({
    sendsAfterMs: random.int(0, 150),
    isLost: random.chance(0.15),
  }));
}

function conversationId(conductor: ConductorProcess): Promise<string> {
  return waitUntil('the conversation', ENDS_WITHIN_MS, async () => {
    const [row] = conductor.query('select local_conversation_id as id from conversations');
    return row === undefined ? null : String(row['id']);
  });
}

/** Links go, for less than a lease or for more, and come back. */
async function comeAndGo(
  browsers: readonly VanishingBrowser[],
  { url }: ConductorProcess,
  random: Dice,
): Promise<void> {
  for (let turns = random.int(2, 5); turns > 0; turns -= 1) {
    for (const one of browsers) {
      if (!random.chance(0.5)) continue;
      if (one.isThere) one.vanish();
      else one.come(url);
    }
    await new Promise((resolve) => setTimeout(resolve, random.int(0, LEASE_MS * 2)));
  }
}
