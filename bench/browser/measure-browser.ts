import type { BrowserName } from '../../launcher/find-browser.ts';
import { createChatWorld } from '../../tests/kit/chat-world.ts';
import { measurePageCost, type PageCostResult, streamingAssistant } from './page-cost.ts';
import { unwatchedSite, watchedHeavySite, watchedSite } from './sites.ts';
import { createActingAssistant, measureToolTurns, type ToolTurnsResult } from './tool-turns.ts';

const TURNS_IN_ROUND = 10;

interface Measured<Result> {
  readonly version: string;
  readonly result: Result;
}

/** Tool turns in one real browser, with the shipped extension, the real conductor and the stand-in of chatgpt.com. */
export async function measureTurns(
  name: BrowserName,
  rounds: number,
): Promise<Measured<ToolTurnsResult>> {
  // One more, for the first is to warm up.
  const turns = rounds * TURNS_IN_ROUND + 1;
  const acting = createActingAssistant(turns);
  const chat = await createChatWorld(name, { site: watchedSite(acting) });
  try {
    const version = await chat.browser.browser.version();
    return { version, result: await measureToolTurns(chat, acting, turns) };
  } finally {
    await chat.dispose();
  }
}

/** Measures Baton's cost to a page with a megabyte of script. */
export async function measurePage(
  name: BrowserName,
  rounds: number,
): Promise<Measured<PageCostResult>> {
  const watched = watchedHeavySite(streamingAssistant);
  const unwatched = unwatchedSite(streamingAssistant);
  const world = await createChatWorld(name, { site: watched, alsoAt: [unwatched] });
  try {
    const version = await world.browser.browser.version();
    return { version, result: await measurePageCost(world, watched, unwatched, rounds) };
  } finally {
    await world.dispose();
  }
}
