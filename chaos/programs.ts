import { z } from 'zod';

import type { Schedule, Workplace } from './schedule/schedule.ts';
import { actOf } from './site/site-log.ts';
import type { PlayedWorld } from './world/played-world.ts';

/** Milliseconds of the world's time. */
const PAUSE_MS = 1_000;
/** Milliseconds of real time to wait for an answer before the next act is asked behind this one. */
const WAIT_MS = 4_000;

const Session = z.object({ chat_session_id: z.string() });
const Call = z.object({ status: z.string(), resource_id: z.string().nullable() });

interface Place {
  readonly session: string;
  readonly resource: string;
}

/**
 * Programs that work in pages and terminals through the conductor's API. They know no retry: each act has a name that is
 * never used again, so that whatever was done twice was done twice by Baton.
 */
export class Programs {
  readonly #world: PlayedWorld;
  readonly #running: readonly Promise<void>[];
  #finishing = false;

  constructor(world: PlayedWorld, { programs }: Schedule) {
    this.#world = world;
    this.#running = programs.map((works, at) => this.#work(works, at));
  }

  /** No further act begins; resolves when nothing is asked any more. */
  async finish(): Promise<void> {
    this.#finishing = true;
    await Promise.all(this.#running);
  }

  async #work(works: Workplace, program: number): Promise<void> {
    let place: Place | null = null;
    for (let nth = 1; !this.#finishing; nth += 1) {
      await this.#world.clock.sleep(PAUSE_MS);
      place ??= await this.#open(works);
      if (place === null) continue;
      const { tool, args } = this.#act(works, actOf(program, nth));
      const call = await this.#call(place.session, { tool, args, resource: place.resource });
      // Null: nobody answered. Of one that has not ended yet the next waits its turn.
      if (call?.status !== 'failed' && call?.status !== 'unknown' && call !== undefined) continue;
      await this.#leave(place);
      place = null;
    }
    if (place !== null) await this.#leave(place);
  }

  #act(works: Workplace, act: string): { readonly tool: string; readonly args: object } {
    const { workFile } = this.#world;
    if (works === 'page')
      return { tool: 'browser.type', args: { selector: 'input', text: act, submit: true } };
    return {
      tool: 'terminal.run',
      args: { command: `echo '${act}' >> ${workFile}`, timeout_s: 10 },
    };
  }

  /** Null: it could not be opened now. */
  async #open(works: Workplace): Promise<Place | null> {
    const made = await this.#world.conductor.ask('POST', '/v1/sessions', { label: 'A program' });
    const session = Session.safeParse(made?.body).data?.chat_session_id;
    if (session === undefined) return null;
    const opening =
      works === 'page'
        ? { tool: 'browser.ensure', args: { url: this.#world.workUrl } }
        : { tool: 'terminal.open', args: { shell: '/bin/bash' } };
    const call = await this.#call(session, opening);
    if (call?.status !== 'succeeded' || call.resource_id === null) return null;
    return { session, resource: call.resource_id };
  }

  /** Closes the resource, and ends the calls that wait there. */
  async #leave({ resource }: Place): Promise<void> {
    await this.#world.conductor.ask('DELETE', `/v1/resources/${resource}`);
  }

  /** Null: nobody answered. Undefined: it was refused. */
  async #call(session: string, asked: object): Promise<z.infer<typeof Call> | null | undefined> {
    const path = `/v1/sessions/${session}/calls?wait=${WAIT_MS}`;
    const answer = await this.#world.conductor.ask('POST', path, { ...asked, judge: false });
    return answer === null || answer.status >= 500 ? null : Call.safeParse(answer.body).data;
  }
}
