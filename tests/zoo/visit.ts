import type { Page } from 'puppeteer-core';

import { waitUntil } from '../../launcher/wait-until.ts';
import type { ConductorProcess } from '../kit/conductor-process.ts';
import type { Model } from './model.ts';
import type { ServedPage } from './serve-page.ts';
import type { ZooPage } from './zoo-page.ts';

const WATCHED_WITHIN_MS = 20_000;
/** Baton waits up to 20 s for a page that it pressed send on. */
const ENDED_WITHIN_MS = 60_000;
const TYPED_WITHIN_MS = 15_000;

/** The conductor's row of a delivery. */
export interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly last_error_code: string | null;
  readonly last_error_text: string | null;
  readonly final_anchor_id: string | null;
  readonly message_text: string;
}

export interface Anchor {
  readonly anchor_id: string;
  readonly raw_text: string;
  readonly source: string;
}

/** One page in its tab, its site, and what the conductor knows of it. */
export class Visit {
  readonly model: Model;
  /** Another after the browser was started again. */
  tab: Page;
  readonly #page: ZooPage;
  readonly #served: ServedPage;
  readonly #conductor: ConductorProcess;
  readonly #nameModel: (tab: Page) => Promise<void>;

  /** @param nameModel Has a person press in the popup of a tab that its page is read where it asks. */
  constructor(
    page: ZooPage,
    served: ServedPage,
    conductor: ConductorProcess,
    { tab, nameModel }: { readonly tab: Page; readonly nameModel: (tab: Page) => Promise<void> },
  ) {
    this.#page = page;
    this.#served = served;
    this.#conductor = conductor;
    this.model = served.model;
    this.tab = tab;
    this.#nameModel = nameModel;
  }

  /** Writes and sends as a person does. */
  async say(text: string): Promise<void> {
    const { composer, button } = this.#page;
    await this.tab.bringToFront();
    await this.open();
    await this.tab.click(composer);
    await this.tab.keyboard.type(text);
    const before = this.model.received.length;
    if (button === undefined) await this.tab.keyboard.press('Enter');
    else await this.tab.locator(button).setTimeout(TYPED_WITHIN_MS).click();
    await this.until(
      'what a person said to arrive',
      () => this.model.received.length > before,
      TYPED_WITHIN_MS,
    );
  }

  /** Has the page show what a person writes in. */
  async open(): Promise<void> {
    const { composer, opener } = this.#page;
    if (opener !== undefined && (await this.tab.$(composer)) === null) {
      await this.tab.locator(opener).setTimeout(TYPED_WITHIN_MS).click();
    }
    await this.tab.waitForSelector(composer, { visible: true, timeout: TYPED_WITHIN_MS });
  }

  /** The person's first exchange, until the conductor knows the conversation. */
  async begin(): Promise<void> {
    if (this.#page.asksElsewhere) {
      await this.say('Is anybody there?');
      await this.tab.waitForFunction(
        (text) => document.body.textContent.includes(text),
        {},
        'asks for nothing.',
      );
      await this.#nameModel(this.tab);
      // What Baton could not read yet is none of the conversation.
      this.model.received.length = 0;
    }
    await this.say('Hello, who are you?');
    await this.until(
      'the conversation to be known',
      () => this.conversations().length > 0 && this.anchors().length > 0,
      WATCHED_WITHIN_MS,
    );
  }

  async switchToAuto(): Promise<void> {
    await this.#conductor.admin.setMode(this.#localId(), 'auto');
  }

  /** Asks for a message to be sent from outside, and returns its job's id and when it was asked. */
  async send(text: string): Promise<{ readonly jobId: string; readonly atMs: number }> {
    const atMs = performance.now();
    const path = `/v1/conversations/${encodeURIComponent(this.#localId())}/messages`;
    const answer = (await this.#conductor.ask('POST', path, { text })) as {
      job?: { job_id: string };
      code?: string;
    };
    if (answer.job === undefined) throw new Error(`the conductor refused it: ${answer.code}`);
    return { jobId: answer.job.job_id, atMs };
  }

  /** The job once nothing more becomes of it, or as it is when that takes too long. */
  async ended(jobId: string, withinMs = ENDED_WITHIN_MS): Promise<Job> {
    const isOver = (): boolean => ['finalized', 'failed'].includes(this.job(jobId).status);
    await this.until('a delivery to end', isOver, withinMs).catch(() => undefined);
    return this.job(jobId);
  }

  conversations(): readonly Record<string, unknown>[] {
    return this.#conductor.query(
      'select * from conversations where platform = ?',
      `generic:${this.#served.host}`,
    );
  }

  jobs(): readonly Job[] {
    return this.#of('delivery_jobs', 'created_at') as unknown as Job[];
  }

  job(jobId: string): Job {
    const found = this.jobs().find((each) => each.job_id === jobId);
    if (found === undefined) throw new Error('the delivery is gone');
    return found;
  }

  anchors(): readonly Anchor[] {
    return this.#of('message_anchors', 'observed_at') as unknown as Anchor[];
  }

  /** Actions that were found in replies and taken up. */
  instructions(): readonly Record<string, unknown>[] {
    return this.#of('instructions', 'created_at');
  }

  /** The reply that ended a delivery, as the conductor keeps it. */
  replyTo(job: Job): string | null {
    const anchor = this.anchors().find((each) => each.anchor_id === job.final_anchor_id);
    return anchor?.raw_text ?? null;
  }

  received(): readonly string[] {
    return this.model.received.map(({ text }) => text);
  }

  async until(what: string, ask: () => boolean, withinMs: number): Promise<void> {
    await waitUntil(what, withinMs, () => Promise.resolve(ask() ? true : null));
  }

  #localId(): string {
    return String(this.conversations()[0]?.['local_conversation_id']);
  }

  #of(table: string, order: string): Record<string, unknown>[] {
    return this.conversations().flatMap(({ conversation_key: key }) =>
      this.#conductor.query(
        `select * from ${table} where conversation_key = ? order by ${order}, rowid`,
        String(key),
      ),
    );
  }
}
