import { once } from 'node:events';

import type { FrameOf } from '../../shared/protocol/index.ts';
import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../tests/kit/browser-frames.ts';
import { type BrowserDisk, SimulatedBrowser } from '../../tests/kit/simulated-browser.ts';
import type { BrowserTold } from '../check/check-load.ts';
import type { LoadedBrowser, LoadedConversation, PlannedTask } from '../schedule/make-hour.ts';
import type { WorldClock } from '../world/world-clock.ts';

/** Milliseconds of the world's time from the frame that brings a message until the page has sent it. */
const TYPING_MS = 1_000;

/** A browser of the load: a real link, a durable outbox, and the chat site behind it. */
export class LoadBrowser {
  readonly #browser: SimulatedBrowser;
  readonly #plan: LoadedBrowser;
  readonly #clock: WorldClock;
  /** Messages that its site got: the name of the action by the id of the delivery. */
  readonly #sent = new Map<string, string>();
  readonly #waiting = new Map<string, (frame: FrameOf<'delivery.enqueue'>) => void>();
  readonly #waitsMs: number[] = [];
  readonly #asked: string[] = [];
  readonly #twice: string[] = [];
  readonly #astray: string[] = [];
  readonly #refused: string[] = [];

  /** @param clock In which the hour passes, squeezed; the conductor keeps to the machine's. */
  constructor(url: string, disk: BrowserDisk, plan: LoadedBrowser, clock: WorldClock) {
    this.#browser = new SimulatedBrowser(url, disk);
    this.#plan = plan;
    this.#clock = clock;
    this.#browser.on('frame', (frame) => {
      if (frame.type === 'error') this.#refused.push(frame.message);
      if (frame.type === 'delivery.enqueue') this.#deliver(frame);
    });
  }

  /** Resolves when the conductor knows its conversations, all of them in `auto`. */
  async open(): Promise<void> {
    await this.#browser.connect();
    const report = (): void => {
      this.#browser.send(runtimeReport(this.#plan.conversations.map(({ id }) => id)));
    };
    report();
    // After each break it tells anew what it has open, as the extension does.
    this.#browser.on('welcome', report);
    for (const { id } of this.#plan.conversations) {
      this.#browser.send({
        type: 'conversation.set_mode',
        platform: 'chatgpt',
        remote_conversation_id: id,
        mode: 'auto',
      });
    }
    await this.#allAcked();
  }

  /** Resolves when all tasks have ended and nothing is left to tell. */
  async play(): Promise<void> {
    const breaks = this.#plan.breaksAtMs.map((atMs) =>
      this.#clock.after(atMs, () => this.#browser.cut()),
    );
    await Promise.all(this.#plan.conversations.map((one) => this.#converse(one)));
    for (const stop of breaks) stop();
    await this.#allAcked();
  }

  end(): BrowserTold {
    this.#browser.close();
    const arrived = new Set(this.#sent.values());
    return {
      lost: this.#asked.filter((name) => !arrived.has(name)),
      twice: this.#twice,
      astray: this.#astray,
      refused: this.#refused,
      waitsMs: this.#waitsMs,
    };
  }

  async #converse({ id, tasks }: LoadedConversation): Promise<void> {
    const beganAt = this.#clock.now();
    let replies = 0;
    const reply = (text: string): void => {
      replies += 1;
      this.#browser.send(finalMessage(id, `${id}-reply-${replies}`, text));
    };
    const act = async (): Promise<void> => {
      const name = `${id}-action-${replies + 1}.`;
      this.#asked.push(name);
      const { promise, resolve } = Promise.withResolvers<FrameOf<'delivery.enqueue'>>();
      this.#waiting.set(name, resolve);
      const repliedAt = performance.now();
      reply(asking(`@conductor::echo::${JSON.stringify({ text: name })}`));
      const frame = await promise;
      this.#waitsMs.push(performance.now() - repliedAt);
      await this.#clock.sleep(TYPING_MS);
      this.#acked(frame);
    };
    const perform = async ({ startsAtMs, thinkMs }: PlannedTask): Promise<void> => {
      await this.#clock.sleep(Math.max(0, beganAt + startsAtMs - this.#clock.now()));
      for (const ms of thinkMs) {
        await this.#clock.sleep(ms);
        await act();
      }
      reply('That was all.');
    };
    for (const task of tasks) await perform(task);
  }

  #deliver(frame: FrameOf<'delivery.enqueue'>): void {
    const { job_id: jobId, message_text: text, reconcile } = frame;
    if (this.#sent.has(jobId)) {
      // It looks into the conversation where it is told to, and finds it.
      if (reconcile) this.#acked(frame);
      else this.#twice.push(this.#sent.get(jobId) ?? '');
      return;
    }
    const name = [...this.#waiting.keys()].find((one) => text.includes(one));
    const proceed = this.#waiting.get(name ?? '');
    if (name === undefined || proceed === undefined) {
      const known = this.#asked.find((one) => text.includes(one));
      if (known === undefined) this.#astray.push(text);
      else this.#twice.push(known);
      return;
    }
    this.#waiting.delete(name);
    this.#sent.set(jobId, name);
    proceed(frame);
  }

  #acked(frame: FrameOf<'delivery.enqueue'>): void {
    this.#browser.send(deliveryResult(frame, 'acked'));
  }

  async #allAcked(): Promise<void> {
    while (this.#browser.disk.outbox.length > 0) await once(this.#browser, 'frame');
  }
}
