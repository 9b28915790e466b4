import type { BrowserName } from '../../launcher/find-browser.ts';
import { createChatWorld } from '../../tests/kit/chat-world.ts';
import { measurePageCost, type PageCostResult, streamingAssistant } from './page-cost.ts';
import { unwatchedSite, watchedSite } from './sites.ts';
import { createActingAssistant, measureToolTurns, type ToolTurnsResult } from './tool-turns.ts';

const TURNS_IN_ROUND = 10;

export interface BrowserResult {
  readonly version: string;
  readonly tool_turns: ToolTurnsResult;
  readonly page: PageCostResult;
}

/** In one real browser, with the shipped extension, the real conductor and the stand-in of chatgpt.com. */
export async function measureBrowser(name: BrowserName, rounds: number): Promise<BrowserResult> {
  // One more, for the first is to warm up.
  const turns = rounds * TURNS_IN_ROUND + 1;
  const acting = createActingAssistant(turns);
  const chat = await createChatWorld(name, { site: watchedSite(acting) });
  let version: string;
  let toolTurns: ToolTurnsResult;
  try {
    version = await chat.browser.browser.version();
    toolTurns = await measureToolTurns(chat, acting, turns);
  } finally {
    await chat.dispose();
  }
  const watched = watchedSite(streamingAssistant);
  const unwatched = unwatchedSite(streamingAssistant);
  const world = await createChatWorld(name, { site: watched, alsoAt: [unwatched] });
  try {
    const page = await measurePageCost(world, watched, unwatched, rounds);
    return { version, tool_turns: toolTurns, page };
  } finally {
    await world.dispose();
  }
}
