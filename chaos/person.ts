import { z } from 'zod';

import type { JobWatch } from './job-watch.ts';
import type { Chain, PlannedConversation, Schedule } from './schedule/schedule.ts';
import type { PlayedWorld } from './world/played-world.ts';

const RETRY_PAUSE_MS = 1_000;
const CONFLICT = 409;

const Conversations = z.object({
  items: z.array(
    z.object({ local_conversation_id: z.string(), remote_conversation_id: z.string() }),
  ),
});

/**
 * The people of the world: they let conversations act, write into them, and see to deliveries that Baton says it
 * could not make. They never write the same message twice: where no answer came, they ask again under the same key.
 */
export class Person {
  readonly #world: PlayedWorld;
  readonly #jobs: JobWatch;
  readonly #localIds = new Map<string, string>();
  readonly #namesRequests: boolean;
  #over = false;
  #finishing = false;

  /** @param namesRequests False where nothing gets lost: the conductor remembers each named request for a day. */
  constructor(world: PlayedWorld, jobs: JobWatch, namesRequests = true) {
    this.#world = world;
    this.#jobs = jobs;
    this.#namesRequests = namesRequests;
  }

  /** Resolves when the conductor knows all conversations and may act in them. */
  async allowAll(schedule: Schedule): Promise<void> {
    for (const { remoteId } of schedule.conversations) {
      const id = await this.#localId(remoteId);
      await this.#insist('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
    }
  }

  /** All rounds of a conversation, one after another. */
  async writeInto({ remoteId, rounds }: PlannedConversation): Promise<void> {
    const id = await this.#localId(remoteId);
    for (const round of rounds) {
      if (this.#finishing) return;
      await Promise.all(round.map((chain) => this.#run(id, chain)));
    }
  }

  /** What has begun continues to its end, and nothing new begins. */
  finish(): void {
    this.#finishing = true;
  }

  /** From now on nobody insists on anything. */
  leave(): void {
    this.#over = true;
  }

  async #run(localId: string, chain: Chain): Promise<void> {
    const [{ tag }] = chain;
    await this.#insist(
      'POST',
      `/v1/conversations/${localId}/messages`,
      { text: `Please: ${tag}` },
      tag,
    );
    for (const message of chain) await this.#seeTo(message.tag);
  }

  /** Until it has ended well, or there is nothing more that a person may do. */
  async #seeTo(tag: string): Promise<void> {
    for (;;) {
      const job = await this.#jobs.ended(tag);
      if (job.status === 'finalized' || this.#over) return;
      await this.#world.clock.sleep(RETRY_PAUSE_MS);
      // They look at the conversation first, as the remedy of an uncertain delivery says.
      const isThere = this.#world.site.log.some((entry) => entry.tag === tag);
      if (isThere) return;
      this.#jobs.forget(tag);
      await this.#insist('POST', `/v1/jobs/${job.job_id}/retry`);
    }
  }

  async #localId(remoteId: string): Promise<string> {
    while (!this.#over) {
      const known = this.#localIds.get(remoteId);
      if (known !== undefined) return known;
      const answer = await this.#world.conductor.ask('GET', '/v1/conversations?limit=200');
      for (const one of Conversations.safeParse(answer?.body).data?.items ?? []) {
        this.#localIds.set(one.remote_conversation_id, one.local_conversation_id);
      }
      await this.#world.clock.sleep(500);
    }
    throw new Error(`The conversation ${remoteId} never became known.`);
  }

  /** Until the conductor has answered: with what was asked for, or that it is no longer needed. */
  async #insist(method: string, path: string, body?: object, key?: string): Promise<void> {
    const named = key !== undefined && this.#namesRequests;
    const headers: Record<string, string> = named ? { 'idempotency-key': key } : {};
    while (!this.#over) {
      const answer = await this.#world.conductor.ask(method, path, body, headers);
      if (answer !== null && answer.status < 300) return;
      // The first answer was lost on its way: what was asked for has happened.
      if (answer?.status === CONFLICT) return;
      if (answer !== null && answer.status < 500) {
        throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      }
      await this.#world.clock.sleep(RETRY_PAUSE_MS);
    }
  }
}
