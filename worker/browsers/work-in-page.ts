import type { Frame } from 'puppeteer-core';

import {
  composeSnapshot,
  snapshotText,
} from '../../extension/background/resources/compose-snapshot.ts';
import { prefixOf, shownAnswer } from '../../extension/background/resources/shown-answer.ts';
import type { FrameInPage, SnapshotResult } from '../../extension/messages/resource-messages.ts';
import { isErrorCode } from '../../shared/model/error-code-names.ts';
import { type Call, done, endedEarly, failed, type Outcome } from '../calls/executor.ts';
import type { PageAnswer, ReachedFrame, WorkerPage } from './worker-page.ts';

const LOAD_LIMIT_MS = 10_000;
const MAX_LINKS = 500;
const DIED = 'The page went away while it was done, and nobody knows whether it was.';
const FRAME_REF = /f\d+/g;

/** The verbs that a page's own script does. */
export const PAGE_VERBS: readonly string[] = [
  'snapshot',
  'find',
  'extract',
  'click',
  'type',
  'select',
  'check',
  'press',
  'hover',
  'scroll',
  'drag',
  'upload',
  'act',
  'waitFor',
];

const ACTS = PAGE_VERBS.filter(
  (verb) => !['snapshot', 'find', 'extract', 'act', 'waitFor'].includes(verb),
);

interface Step {
  readonly verb: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Does what the script in a page can do, in the frame that is meant. */
export async function workInPage(
  one: WorkerPage,
  call: Call,
  signal: AbortSignal,
): Promise<Outcome> {
  const work = new PageWork(one, call, await one.reach());
  switch (call.verb) {
    case 'snapshot':
      return work.snapshot();
    case 'act':
      return work.steps(signal);
    case 'waitFor':
      // The page goes on with it, and nobody listens.
      return Promise.race([
        work.one({ verb: call.verb, args: call.args }, call.call_id),
        cut(signal),
      ]);
    default:
      return work.one({ verb: call.verb, args: withFiles(call) }, call.call_id);
  }
}

function cut(signal: AbortSignal): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const end = (): void => resolve(endedEarly(signal));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return promise;
}

/** The script knows no artifacts: what they hold came with the call. */
function withFiles({ verb, args, attachments }: Call): Step['args'] {
  if (verb !== 'upload') return args;
  const { artifacts: _, ...rest } = args;
  return { ...rest, files: attachments };
}

class PageWork {
  readonly #one: WorkerPage;
  readonly #call: Call;
  readonly #frames: readonly ReachedFrame[];
  #page: Outcome['page'];

  constructor(one: WorkerPage, call: Call, frames: readonly ReachedFrame[]) {
    this.#one = one;
    this.#call = call;
    this.#frames = frames;
    this.#page = { url: one.page.url().slice(0, 8_192), title: '', doc: null };
  }

  async one(step: Step, callId: string): Promise<Outcome> {
    const prefix = prefixOf(step.args);
    const frame = await this.#frameOf(prefix);
    if (frame === null) return this.#failed('element_gone', `Frame ${prefix} is not in the page.`);
    if (ACTS.includes(step.verb)) return this.#act(frame, prefix, step, callId);
    try {
      const answer = await this.#ask(frame, prefix, step, callId);
      if (!answer.ok) return this.#refused(answer);
      return this.#told(frame, shownAnswer(step, answer.result ?? {}));
    } catch (cause) {
      return this.#elsewhere(cause);
    }
  }

  /** In three: so that of a page that goes away meanwhile it is known whether it was touched. */
  async #act(frame: ReachedFrame, prefix: string, act: Step, callId: string): Promise<Outcome> {
    let answer: PageAnswer;
    try {
      answer = await this.#ask(frame, prefix, { verb: 'prepare', args: { act } }, callId);
    } catch (cause) {
      return this.#elsewhere(cause);
    }
    if (!answer.ok) return this.#refused(answer);
    try {
      answer = await this.#ask(frame, prefix, act, callId);
    } catch {
      return this.#failed('outcome_unknown', DIED);
    }
    if (!answer.ok) return this.#refused(answer);
    const { done: said } = (answer.result ?? {}) as { done?: Record<string, unknown> };
    // One that this page did before tells its end at once.
    if (said === undefined) return this.#told(frame, answer.result);
    try {
      answer = await this.#ask(
        frame,
        prefix,
        { verb: 'settle', args: { call_id: callId } },
        callId,
      );
    } catch {
      return this.#leftBy(said);
    }
    return answer.ok ? this.#told(frame, answer.result) : this.#refused(answer);
  }

  #told({ origin }: ReachedFrame, result: PageAnswer['result']): Outcome {
    return { ...done({ ...result, ...this.#seen() }), page: this.#page, origins: [origin] };
  }

  async steps(signal: AbortSignal): Promise<Outcome> {
    const steps = this.#call.args['steps'] as readonly ({ verb: string } & Step['args'])[];
    const ended: unknown[] = [];
    for (const [at, { verb, ...args }] of steps.entries()) {
      const part = { done_in_part: ended };
      if (signal.aborted) return { ...endedEarly(signal, part), page: this.#page };
      const { origin = null } = this.#call.expect ?? {};
      const now = new URL(this.#one.page.url()).origin;
      if (origin !== null && now !== origin) {
        return { ...this.#failed('page_changed', `The page is of ${now} now.`), result: part };
      }
      // A step may have led to another document, with other frames.
      const work = at === 0 ? this : new PageWork(this.#one, this.#call, await this.#one.reach());
      const end = await work.one({ verb, args }, `${this.#call.call_id}#${at}`);
      this.#page = end.page;
      if (!end.ok) {
        const error_message = `Step ${at + 1} (${verb}): ${end.error_message}`;
        return { ...end, error_message, result: part };
      }
      ended.push(end.result);
    }
    return { ...done({ steps: ended }), page: this.#page, origins: this.#origins() };
  }

  async snapshot(): Promise<Outcome> {
    const {
      from = 1,
      max_chars = 6_000,
      within,
    } = this.#call.args as {
      from?: number;
      max_chars?: number;
      within?: string;
    };
    const origins: string[] = [];
    const first = prefixOf(this.#call.args);
    let refused: PageAnswer | null = null;
    const read = async (
      inner: FrameInPage | null,
      prefix: string,
      start: number,
      chars: number,
    ): Promise<SnapshotResult | null> => {
      const place = inner === null ? first : prefix;
      const frame = await this.#frameOf(place);
      if (frame === null) return null;
      const args = {
        from: start,
        max_chars: Math.max(200, chars),
        ...(inner === null && within !== undefined && { within }),
      };
      const answer = await this.#ask(frame, place, { verb: 'snapshot', args }, this.#call.call_id);
      if (!answer.ok) {
        refused = answer;
        throw new Error(answer.error_message);
      }
      origins.push(frame.origin);
      return answer.result as unknown as SnapshotResult;
    };
    try {
      const composed = await composeSnapshot(read, from, max_chars);
      const snapshot = `s${(this.#one.snapshots += 1)}`;
      const { url = '', title = '' } = this.#page ?? {};
      const text = snapshotText(composed, { url, title, snapshot, from });
      const links = [...new Set(composed.links)].slice(0, MAX_LINKS);
      return {
        ...done({ text, snapshot, links, ...this.#seen() }),
        page: this.#page,
        origins: [...new Set(origins)],
      };
    } catch (cause) {
      return refused === null ? this.#elsewhere(cause) : this.#refused(refused);
    }
  }

  async #ask(
    { frame }: { readonly frame: Frame },
    prefix: string,
    step: Step,
    callId: string,
  ): Promise<PageAnswer> {
    const isPage = prefix === '';
    const answer = await this.#one.ask(frame, {
      ...step,
      call_id: callId,
      prefix,
      first_ref: this.#one.nextRef,
      expect: isPage ? this.#call.expect : null,
    });
    this.#one.nextRef = Math.max(this.#one.nextRef, answer.next_ref);
    if (isPage) {
      const { url, title, document } = answer;
      this.#page = { url: url.slice(0, 8_192), title: title.slice(0, 500), doc: document };
    }
    return answer;
  }

  /** It led to another page: that is what it did, and no failure. */
  async #leftBy(said: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const { page } = this.#one;
    await page
      .waitForFunction("document.readyState !== 'loading'", { timeout: LOAD_LIMIT_MS })
      .catch(() => undefined);
    const url = page.url();
    const isSame = new URL(url).origin === new URL(this.#page?.url ?? url).origin;
    // Of another site nothing is told but that it went there.
    const title = isSame ? await page.title().catch(() => '') : null;
    const told = isSame ? url : new URL(url).origin;
    this.#page = { url: told, title: title ?? '', doc: null };
    const changed = { url: told, title, diff: '', left: true };
    return { ...done({ ...said, changed, trusted: false, ...this.#seen() }), page: this.#page };
  }

  /** `f2f5`: of each reference, the frame that stands at that place of its window. */
  async #frameOf(prefix: string): Promise<ReachedFrame | null> {
    const path: number[] = [];
    let outer = '';
    for (const ref of prefix.match(FRAME_REF) ?? []) {
      const around = this.#atPath(path);
      if (around === null) return null;
      const step = { verb: 'frame', args: { ref: outer + ref } };
      const answer = await this.#ask(around, outer, step, this.#call.call_id);
      if (!answer.ok) return null;
      path.push(Number(answer.result?.['index']));
      outer += ref;
    }
    return this.#atPath(path);
  }

  #atPath(path: readonly number[]): ReachedFrame | null {
    return this.#frames.find((frame) => frame.path.join() === path.join()) ?? null;
  }

  #origins(): string[] {
    return [...new Set(this.#frames.map(({ origin }) => origin))];
  }

  #seen(): Record<string, unknown> {
    const [dialogs, popups] = [this.#one.takeDialogs(), this.#one.takePopups()];
    return {
      ...(dialogs.length > 0 && { dialogs }),
      ...(popups.length > 0 && { closed_popups: popups }),
    };
  }

  #refused({ error_code = '', error_message = '' }: PageAnswer): Outcome {
    return this.#failed(isErrorCode(error_code) ? error_code : 'tool_failed', error_message);
  }

  #elsewhere(cause: unknown): Outcome {
    return this.#failed('page_changed', `The page went elsewhere meanwhile (${String(cause)}).`);
  }

  #failed(...[code, text]: Parameters<typeof failed>): Outcome {
    return { ...failed(code, text, this.#seen()), page: this.#page };
  }
}
