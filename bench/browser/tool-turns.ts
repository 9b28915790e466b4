import type { Assistant } from '../../playground/assistant.ts';
import { asking } from '../../tests/kit/browser-frames.ts';
import type { ChatWorld } from '../../tests/kit/chat-world.ts';
import { median, quantile, rounded } from '../median.ts';

/** One reply of the site, by `performance.now()` of the process that plays the site. */
interface Spoken {
  /** The send that it answers was here. */
  readonly beganAtMs: number;
  endedAtMs: number;
}

/** An assistant that acts in every reply until its turns are over, and notes when it was asked and when it had spoken. */
export interface ActingAssistant extends Assistant {
  readonly spoken: readonly Spoken[];
}

export function createActingAssistant(turns: number): ActingAssistant {
  const spoken: Spoken[] = [];
  return {
    spoken,
    async *reply() {
      const turn: Spoken = { beganAtMs: performance.now(), endedAtMs: 0 };
      spoken.push(turn);
      const action = `@conductor::echo::${JSON.stringify({ text: `turn ${spoken.length}` })}`;
      yield spoken.length <= turns ? asking(action) : 'That was all.';
      turn.endedAtMs = performance.now();
    },
  };
}

export interface Spread {
  readonly median_ms: number;
  readonly p95_ms: number;
}

export interface ToolTurnsResult {
  readonly turns: number;
  /** Last byte of a reply ▸ its `browser.final_message` at the conductor's socket. */
  readonly reply_to_frame: Spread;
  /** Time from that frame ▸ to the `delivery.enqueue` of its result: the conductor, with an echo as the tool. */
  readonly in_conductor: Spread;
  /** Time from that frame ▸ to the arrival of the page's own send at the site. */
  readonly frame_to_send: Spread;
  /** The whole of it. */
  readonly whole_turn: Spread;
}

/** Lets a conversation continue automatically for `turns` turns, after one to warm up. */
export async function measureToolTurns(
  world: ChatWorld,
  { spoken }: ActingAssistant,
  turns: number,
): Promise<ToolTurnsResult> {
  const { id } = world.site.createConversation('bench');
  const page = await world.open(id);
  await world.setMode(id, 'auto');
  const before = world.heard.length;
  await world.say(page, 'Begin.');
  await world.settled(id, turns + 1);

  const framesOf = (type: string): number[] =>
    world.heard.flatMap((text, index) =>
      index >= before && text.includes(`"type":"${type}"`) ? (world.heardAtMs[index] ?? []) : [],
    );
  const finals = framesOf('browser.final_message');
  const enqueues = framesOf('delivery.enqueue');
  if (finals.length !== turns + 1 || enqueues.length !== turns || spoken.length !== turns + 1)
    throw new Error(`${finals.length} replies and ${enqueues.length} deliveries in ${turns} turns`);
  const rows = enqueues.map((enqueuedAt, turn) => {
    const finalAt = finals[turn] ?? 0;
    const endedAt = spoken[turn]?.endedAtMs ?? 0;
    const sentAt = spoken[turn + 1]?.beganAtMs ?? 0;
    return [
      finalAt - endedAt,
      enqueuedAt - finalAt,
      sentAt - enqueuedAt,
      sentAt - endedAt,
    ] as const;
  });
  const spread = (column: 0 | 1 | 2 | 3): Spread => {
    const values = rows.slice(1).map((row) => row[column]);
    return { median_ms: rounded(median(values)), p95_ms: rounded(quantile(values, 0.95)) };
  };
  await page.close();
  return {
    turns: turns - 1,
    reply_to_frame: spread(0),
    in_conductor: spread(1),
    frame_to_send: spread(2),
    whole_turn: spread(3),
  };
}
