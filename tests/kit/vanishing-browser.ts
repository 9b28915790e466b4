import type { FrameOf } from '../../shared/protocol/index.ts';
import { deliveryResult, finalMessage, runtimeReport } from './browser-frames.ts';
import type { KeptSite, KeptTurn } from './kept-site.ts';
import { type BrowserDisk, SimulatedBrowser } from './simulated-browser.ts';

interface Sent {
  readonly frame: FrameOf<'delivery.enqueue'>;
  readonly turn: KeptTurn;
  isTold: boolean;
}

/** Draws the fate of a message that this browser was given. */
export type Chance = () => { readonly sendsAfterMs: number; readonly isLost: boolean };

/**
 * A browser whose link comes and goes, with the extension's journal: it sends a job once, looks before it sends one that
 * another try may have sent, and tells what came of each message that it brought to the site or found there.
 */
export class VanishingBrowser {
  readonly disk: BrowserDisk;
  readonly #conversation: string;
  readonly #origin: string;
  readonly #site: KeptSite;
  readonly #chance: Chance;
  readonly #sent = new Map<string, Sent>();
  /** The last number of each try that was made here. */
  readonly #tried = new Map<string, number>();
  /** Jobs on their way to the site, with the newest frame that asks for them; null: taken back. */
  readonly #underway = new Map<string, FrameOf<'delivery.enqueue'> | null>();
  #link: SimulatedBrowser | null = null;
  #isOnline = false;

  constructor(
    { disk, origin }: { readonly disk: BrowserDisk; readonly origin: string },
    conversation: string,
    site: KeptSite,
    chance: Chance,
  ) {
    this.disk = disk;
    this.#origin = origin;
    this.#conversation = conversation;
    this.#site = site;
    this.#chance = chance;
    site.on('answered', (turn) => this.#answered(turn));
  }

  get isThere(): boolean {
    return this.#link !== null;
  }

  come(url: string): SimulatedBrowser {
    const link = new SimulatedBrowser(url, this.disk, this.#origin);
    this.#link = link;
    link.on('welcome', ({ held_job_ids: held }) => this.#welcomed(held));
    link.on('closed', () => (this.#isOnline = this.#isOnline && this.#link !== link));
    link.on('frame', (frame) => {
      if (frame.type === 'delivery.enqueue') void this.#take(frame);
      if (frame.type === 'delivery.cancel') this.#takeBack(frame.job_id);
    });
    void link.connect();
    return link;
  }

  /** Breaks the link; unsent news stays on the disk. */
  vanish(): void {
    this.#isOnline = false;
    this.#link?.close();
    this.#link = null;
  }

  /** Comes back, and gives up the messages that another browser may have by now. */
  #welcomed(held: readonly string[]): void {
    this.#isOnline = true;
    for (const jobId of this.#underway.keys()) if (!held.includes(jobId)) this.#takeBack(jobId);
    this.#tell(runtimeReport([this.#conversation]));
  }

  #takeBack(jobId: string): void {
    if (this.#underway.has(jobId)) this.#underway.set(jobId, null);
  }

  async #take(frame: FrameOf<'delivery.enqueue'>): Promise<void> {
    const { job_id: jobId, attempt } = frame;
    const known = this.#sent.get(jobId);
    if (known !== undefined) return this.#acked(frame, known.turn);
    if (attempt <= (this.#tried.get(jobId) ?? 0)) return;
    this.#tried.set(jobId, attempt);
    const isUnderway = this.#underway.has(jobId);
    this.#underway.set(jobId, frame);
    if (isUnderway) return;
    const { sendsAfterMs, isLost } = this.#chance();
    await new Promise((resolve) => setTimeout(resolve, sendsAfterMs));
    const asked = this.#underway.get(jobId) ?? null;
    this.#underway.delete(jobId);
    if (asked !== null) this.#deliver(asked, isLost);
  }

  /** Nothing leaves while the link is down. */
  #deliver(frame: FrameOf<'delivery.enqueue'>, isLost: boolean): void {
    const { message_text: text, reconcile } = frame;
    const found = reconcile ? this.#site.find(text) : null;
    if (found !== null) this.#acked(frame, found);
    else if (this.#isOnline && !isLost) this.#acked(frame, this.#site.send(text));
    else this.#tell(deliveryResult(frame, 'failed', { error_code: 'page_gone' }));
  }

  #acked(frame: FrameOf<'delivery.enqueue'>, turn: KeptTurn): void {
    const before = this.#sent.get(frame.job_id);
    this.#sent.set(frame.job_id, { frame, turn, isTold: before?.isTold ?? false });
    this.#tell(deliveryResult(frame, 'acked', { user_message_id: turn.id }));
    this.#answered(turn);
  }

  #answered(turn: KeptTurn): void {
    if (turn.answer === null) return;
    for (const sent of this.#sent.values()) {
      if (sent.turn !== turn || sent.isTold) continue;
      sent.isTold = true;
      this.#tell(answerOf(sent, turn.answer, this.#conversation));
    }
  }

  #tell(frame: Parameters<SimulatedBrowser['send']>[0]): void {
    const link = this.#link ?? new SimulatedBrowser('http://127.0.0.1', this.disk);
    link.send(frame);
  }
}

function answerOf(
  { frame, turn }: Sent,
  answer: NonNullable<KeptTurn['answer']>,
  conversation: string,
): Parameters<SimulatedBrowser['send']>[0] {
  if (answer === 'none') return deliveryResult(frame, 'failed', { error_code: 'no_reply' });
  const how = { answers_job_id: frame.job_id, in_reply_to: turn.id };
  return finalMessage(conversation, answer.id, answer.text, how);
}
