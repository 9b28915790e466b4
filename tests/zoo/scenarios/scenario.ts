import type { ZooWorld } from '../open-world.ts';
import type { Job, Visit } from '../visit.ts';
import type { ZooPage } from '../zoo-page.ts';

/** How one scenario went on one page in one browser. */
export interface Outcome {
  readonly kind: 'closed' | 'refused' | 'failed';
  /** Why it was refused, with the code, or what went wrong. */
  readonly what: string;
  /** From the command to the request at the site, of each delivery that is to be measured. */
  readonly commandToRequestMs?: readonly number[];
}

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** Where saying that it cannot be done or known, and leaving it to a person, is an answer. */
  readonly mayRefuse: boolean | ((page: ZooPage) => boolean);
  /** Where it can happen at all; default: anywhere. */
  readonly appliesTo?: (page: ZooPage) => boolean;
  readonly run: (world: ZooWorld) => Promise<Outcome>;
}

/** Where what is to be written has more than one line, and marks. */
export const takesPlainLines = ({ isOneLine, takesMarkup }: ZooPage): boolean =>
  isOneLine === true || takesMarkup === true;

/** Outcome for a conversation that is not known. */
export const NOT_WATCHED = 'not watched';

export const CLOSED: Outcome = { kind: 'closed', what: '' };

/** A condition of the scenario that does not hold. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Baton said that it cannot, and did nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Failure(what);
}

/** A delivery has to have ended with its reply. */
export function mustBeFinal(job: Job, what: string): void {
  const { status, last_error_code: code, last_error_text: text } = job;
  if (status === 'finalized') return;
  const why = `${code ?? 'no code'}${text === null ? '' : ` (${text})`}`;
  if (status === 'failed') throw new Refusal(`${what}: ${why}`);
  throw new Failure(`${what} stays ${status}, ${why}`);
}

/** A delivery has to have failed, and to have no reply. */
export function mustNotBeAnswered(visit: Visit, job: Job): void {
  must(job.final_anchor_id === null, `this counts as its reply: ${visit.replyTo(job)}`);
  must(job.status === 'failed', `the delivery stays ${job.status}`);
}

/** Checks that `count` messages reached the site. A delivery that Baton refused is missing there for that reason. */
export function mustHaveLeft(visit: Visit, job: Job, count: number): void {
  if (visit.received().length < count) mustBeFinal(job, 'the delivery');
}

/** Says where two texts begin to differ. */
export function mustEqual(got: string | null, asked: string, what: string): void {
  if (got === asked) return;
  if (got === null) throw new Failure(`${what}: there is none`);
  let at = 0;
  while (at < asked.length && got[at] === asked[at]) at += 1;
  const near = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 8), at + 16));
  throw new Failure(
    `${what}: ${got.length} of ${asked.length} characters, differs at ${at}: ${near(got)} instead of ${near(asked)}`,
  );
}

/** The same messages in the same order, none twice. */
export function mustHaveReceived(got: readonly string[], asked: readonly string[]): void {
  const short = (texts: readonly string[]): string =>
    JSON.stringify(texts.map((text) => text.slice(0, 24)));
  must(
    got.length === asked.length && got.every((text, index) => text === asked[index]),
    `the site got ${short(got)} instead of ${short(asked)}`,
  );
}
