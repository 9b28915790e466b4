import Database from 'better-sqlite3';
import { z } from 'zod';

import { tagIn, turnIn } from './site/site-log.ts';

const Ended = z.object({
  event_id: z.number(),
  job_id: z.string(),
  status: z.string(),
  message_text: z.string(),
});

export type EndedJob = z.infer<typeof Ended>;

const ABOUT = 'select 1 from delivery_jobs where message_text like ? limit 1';

const LOOK_EVERY_MS = 50;

const ENDS = `select e.event_id, j.job_id, j.status, j.message_text
  from events e join delivery_jobs j on j.job_id = e.subject_id
  where e.event_id > ? and e.type like 'delivery_job.%' order by e.event_id`;

/** Sees jobs end by reading the trail from beside the conductor, whether that runs or not. */
export class JobWatch {
  readonly #ended = new Map<string, EndedJob>();
  readonly #waiting = new Map<string, (job: EndedJob) => void>();
  readonly #timer: NodeJS.Timeout;
  readonly #file: string;
  #database: Database.Database | null = null;
  #readUpTo = 0;

  constructor(databaseFile: string) {
    this.#file = databaseFile;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Resolves when the job of that message has ended, perhaps long ago. */
  ended(tag: string): Promise<EndedJob> {
    const known = this.#ended.get(tag);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.#waiting.set(tag, resolve));
  }

  /** Is there one for that message, ended or not? Null: that cannot be read now. */
  has(tag: string): boolean | null {
    try {
      const database = (this.#database ??= new Database(this.#file, { readonly: true }));
      return database.prepare<[string]>(ABOUT).get(`%${tag}%`) !== undefined;
    } catch {
      return null;
    }
  }

  /** Forgets how a message ended, since it is about to be sent again. */
  forget(tag: string): void {
    this.#ended.delete(tag);
  }

  /** Tags that are waited for. */
  get open(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#database?.close();
  }

  #look(): void {
    for (const job of this.#read()) {
      this.#readUpTo = job.event_id;
      if (job.status !== 'finalized' && job.status !== 'failed') continue;
      const tag = turnIn(job.message_text) ?? tagIn(job.message_text) ?? '';
      this.#ended.set(tag, job);
      const tell = this.#waiting.get(tag);
      this.#waiting.delete(tag);
      tell?.(job);
    }
  }

  #read(): EndedJob[] {
    try {
      this.#database ??= new Database(this.#file, { readonly: true });
      const rows = this.#database.prepare<[number], unknown>(ENDS).all(this.#readUpTo);
      return Ended.array().parse(rows);
    } catch {
      // A full disk, or a conductor that is just starting over; the next look finds what this one missed.
      this.#database?.close();
      this.#database = null;
      return [];
    }
  }
}
