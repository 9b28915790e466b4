import { once } from 'node:events';

import type { FrameOf } from '../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../tests/kit/browser-frames.ts';
import { pairBrowser, SimulatedBrowser } from '../../tests/kit/simulated-browser.ts';
import type { ConductorUnderLoad } from './start-conductor-under-load.ts';

/** Text of a reply's action, which its result carries back. */
export const PAYLOAD =
  'A result of the usual length: a path, a line or two of text, a number. '.repeat(3);
const RUNTIMES_IN_REPORT = 1_000;

export interface LaneOptions {
  /** Paired browsers, each with a socket of its own. */
  readonly browsers: number;
  /** Conversations that reply, over all browsers. */
  readonly lanes: number;
  /** Conversations open beside them, that say nothing. */
  readonly idle?: number;
  /** For conversations of their own where several open lanes at one conductor. */
  readonly prefix?: string;
}

/** Open conversations in `auto`, in browsers that speak the real frames over real sockets. */
export interface Lanes {
  /**
   * Every lane replies with one action, takes the delivery of its result, acks it and replies again, until there were
   * `cycles` deliveries in all; the last replies hold no action and finalize the last ones. In milliseconds, to the ack of the last.
   */
  cycle(cycles: number): Promise<number>;
  /** One reply at a time, from the frame to the delivery of its result. In milliseconds. */
  react(replies: number): Promise<readonly number[]>;
  close(): void;
}

interface Lane {
  readonly browser: SimulatedBrowser;
  readonly conversation: string;
  replies: number;
}

export async function openLanes(
  conductor: ConductorUnderLoad,
  { browsers: count, lanes: wanted, idle = 0, prefix = 'lane' }: LaneOptions,
): Promise<Lanes> {
  const browsers = await Promise.all(
    Array.from({ length: count }, async () => {
      const disk = await pairBrowser(conductor.url, conductor.adminSecret);
      const browser = new SimulatedBrowser(conductor.url, disk);
      browser.setMaxListeners(0);
      await browser.connect();
      return browser;
    }),
  );
  const lanes = Array.from({ length: wanted }, (_none, index): Lane => {
    const browser = browsers[index % count];
    if (browser === undefined) throw new Error('lanes need a browser');
    return { browser, conversation: `${prefix}-${index}`, replies: 0 };
  });
  const byConversation = new Map(lanes.map((lane) => [lane.conversation, lane]));

  let onDelivery: (lane: Lane, frame: FrameOf<'delivery.enqueue'>) => void = () => undefined;
  const told = new Set<string>();
  const allTold = Promise.withResolvers<void>();
  for (const browser of browsers) {
    browser.on('frame', (frame) => {
      if (frame.type === 'error')
        throw new Error(`the conductor refused a frame: ${frame.message}`);
      if (frame.type === 'conversation.state') {
        told.add(frame.remote_conversation_id);
        if (told.size === wanted + idle) allTold.resolve();
      }
      if (frame.type !== 'delivery.enqueue') return;
      const lane = byConversation.get(frame.remote_conversation_id);
      if (lane !== undefined) onDelivery(lane, frame);
    });
  }
  for (const browser of browsers) {
    const own = lanes.filter((lane) => lane.browser === browser).map((lane) => lane.conversation);
    browser.send(runtimeReport(own));
    for (const conversation of own) {
      browser.send({
        type: 'conversation.set_mode',
        platform: 'chatgpt',
        remote_conversation_id: conversation,
        mode: 'auto',
      });
    }
  }
  const silent = Array.from({ length: idle }, (_none, index) => `${prefix}-idle-${index}`);
  for (let from = 0; from < silent.length; from += RUNTIMES_IN_REPORT) {
    const browser = browsers[(from / RUNTIMES_IN_REPORT) % count];
    browser?.send(runtimeReport(silent.slice(from, from + RUNTIMES_IN_REPORT), false));
  }
  await allAcked(browsers);
  // Ten thousand that open at once are told of for some seconds; what is measured comes after that.
  await allTold.promise;

  function reply(lane: Lane, acts: boolean): void {
    lane.replies += 1;
    const { conversation, replies } = lane;
    const action = `@conductor::echo::${JSON.stringify({ text: `${replies} ${PAYLOAD}` })}`;
    const text = acts ? asking(action) : 'That was all.';
    lane.browser.send(finalMessage(conversation, `${conversation}-reply-${replies}`, text));
  }

  return {
    async cycle(cycles) {
      let asked = 0;
      let silenced = 0;
      const next = (lane: Lane): boolean => {
        const acts = asked < cycles;
        if (acts) asked += 1;
        reply(lane, acts);
        return acts;
      };
      const startedAt = performance.now();
      const { promise: over, resolve } = Promise.withResolvers<void>();
      onDelivery = (lane, frame) => {
        lane.browser.send(deliveryResult(frame, 'acked'));
        if (next(lane)) return;
        silenced += 1;
        if (silenced === lanes.length) resolve();
      };
      for (const lane of lanes) next(lane);
      await over;
      await allAcked(browsers);
      return performance.now() - startedAt;
    },
    async react(replies) {
      const tookMs: number[] = [];
      for (let index = 0; index < replies; index += 1) {
        const lane = lanes[index % lanes.length];
        if (lane === undefined) break;
        const delivered = Promise.withResolvers<number>();
        onDelivery = (_lane, frame) => {
          delivered.resolve(performance.now());
          lane.browser.send(deliveryResult(frame, 'acked'));
        };
        const sentAt = performance.now();
        reply(lane, true);
        tookMs.push((await delivered.promise) - sentAt);
        await allAcked(browsers);
      }
      return tookMs;
    },
    close() {
      for (const browser of browsers) browser.close();
    },
  };
}

async function allAcked(browsers: readonly SimulatedBrowser[]): Promise<void> {
  for (const browser of browsers) {
    while (browser.disk.outbox.length > 0) await once(browser, 'frame');
  }
}
