import { z } from 'zod';

import { turnOf } from './site/site-log.ts';
import type { JobWatch } from './job-watch.ts';
import {
  allMessages,
  type Chain,
  type PlannedConversation,
  type Schedule,
} from './schedule/schedule.ts';
import type { PlayedWorld } from './world/played-world.ts';

const RETRY_PAUSE_MS = 1_000;
const CONFLICT = 409;

/** The agent that sends messages for a person, and the model that it asks: site/agent-model.ts. */
const HANDING_ON = 'messenger';
const MODEL = 'test:small';

const Session = z.object({ session_id: z.string() });

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
  /** Sessions with agents, by the chat that they write into. */
  readonly #agents = new Map<string, Promise<string>>();
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
    for (const { remoteId } of schedule.conversations) await this.allow(remoteId);
    if (!allMessages(schedule).some(({ by }) => by === 'agent')) return;
    const tools = ['conversation::send'];
    const about = { description: 'Hands messages on.', instructions: 'Hand them on.', tools };
    await this.#insist('PUT', `/v1/agents/${HANDING_ON}`, about);
    const rule = { agent: HANDING_ON, tool: 'conversation::send', decision: 'run' };
    await this.#insist('POST', '/v1/policy/rules', rule);
  }

  /** Has a conversation act; its id, once the conductor knows it. */
  async allow(remoteId: string): Promise<string> {
    const id = await this.#localId(remoteId);
    await this.#insist('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
    return id;
  }

  /** All rounds of a conversation, one after another. */
  async writeInto({ remoteId, rounds }: PlannedConversation): Promise<void> {
    const id = await this.#localId(remoteId);
    for (const round of rounds) {
      if (this.#finishing) return;
      await Promise.all(round.map((chain) => this.#run(id, chain)));
    }
  }

  /** Lets work under way end, and begins nothing new. */
  finish(): void {
    this.#finishing = true;
  }

  /** From now on nobody insists on anything. */
  leave(): void {
    this.#over = true;
  }

  async #run(localId: string, chain: Chain): Promise<void> {
    const [{ tag, by }] = chain;
    if (by === 'agent') await this.#leaveToAgent(localId, tag);
    else {
      const path = `/v1/conversations/${localId}/messages`;
      await this.#insist('POST', path, { text: `Please: ${tag}` }, tag);
    }
    for (const message of chain) await this.#seeTo(message.tag);
  }

  /** An agent is asked to send it, once more where it ended without having done so. */
  async #leaveToAgent(localId: string, tag: string): Promise<void> {
    const session = await this.#agentFor(localId);
    for (let attempt = 1; !this.#over; attempt += 1) {
      const turn = turnOf(tag, attempt);
      const path = `/v1/conversations/${session}/messages`;
      await this.#insist('POST', path, { text: `${turn} to ${localId}` }, turn);
      await this.#jobs.ended(turn);
      let isSent: boolean | null = null;
      while ((isSent = this.#jobs.has(tag)) === null) await this.#world.clock.sleep(RETRY_PAUSE_MS);
      if (isSent) return;
    }
  }

  /** One for each chat that it writes into. */
  #agentFor(localId: string): Promise<string> {
    const known = this.#agents.get(localId);
    if (known !== undefined) return known;
    const body = { agent: HANDING_ON, model: MODEL };
    const opened = this.#insist('POST', '/v1/agent-sessions', body).then(
      (answer) => Session.parse(answer).session_id,
    );
    this.#agents.set(localId, opened);
    return opened;
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
  async #insist(method: string, path: string, body?: object, key?: string): Promise<unknown> {
    const named = key !== undefined && this.#namesRequests;
    const headers: Record<string, string> = named ? { 'idempotency-key': key } : {};
    while (!this.#over) {
      const answer = await this.#world.conductor.ask(method, path, body, headers);
      if (answer !== null && answer.status < 300) return answer.body;
      // The first answer was lost on its way: what was asked for has happened.
      if (answer?.status === CONFLICT) return answer.body;
      if (answer !== null && answer.status < 500) {
        throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      }
      await this.#world.clock.sleep(RETRY_PAUSE_MS);
    }
    return null;
  }
}
