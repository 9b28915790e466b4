import type { FrameOf, Unsent } from '../../shared/protocol/index.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

type Call = FrameOf<'tool.call'>;
type Result = Unsent<FrameOf<'tool.result'>>;
type Adapter = 'tab' | 'cdp' | 'pty';
type Grant = FrameOf<'grant.change'>['grants'][number];

/** A page that a simulated executor holds. */
export interface SimulatedPage {
  readonly driverId: number;
  url: string;
  title: string;
  /** Acts done in it, in order, as `call_id verb`. */
  readonly acts: string[];
}

/** All that is left of an executor after a crash. */
export interface ExecutorDisk {
  readonly pages: Map<string, SimulatedPage>;
  /** Calls begun, and how they ended. */
  readonly journal: Map<string, Result | 'begun'>;
  readonly grants: Map<string, Grant>;
  drivers: number;
}

export function newExecutorDisk(): ExecutorDisk {
  return { pages: new Map(), journal: new Map(), grants: new Map(), drivers: 0 };
}

/**
 * Holds pages and runs calls on them as the extension does: journal first, one at a time on each page, grants checked
 * again, nothing done twice, nothing done where the page is another than expected.
 */
export class SimulatedExecutor {
  readonly disk: ExecutorDisk;
  readonly #browser: SimulatedBrowser;
  readonly #adapters: readonly Adapter[];
  /** The newest call on each page: one runs at a time. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #cancelled = new Set<string>();
  /** Adds to the result of a verb; may wait. */
  answer: (call: Call, page: SimulatedPage) => Promise<Partial<Result>> | Partial<Result> =
    () => ({});
  /** Browsers that the person of a worker named. */
  browsers: FrameOf<'resource.report'>['capabilities']['browsers'];
  /** How often a page was acted on by two calls at once. */
  overlaps = 0;
  readonly #acting = new Set<string>();

  constructor(
    browser: SimulatedBrowser,
    disk: ExecutorDisk = newExecutorDisk(),
    adapters: readonly Adapter[] = ['tab'],
  ) {
    this.#adapters = adapters;
    this.#browser = browser;
    this.disk = disk;
    browser.on('frame', (frame) => {
      if (frame.type === 'tool.call') this.#queue(frame);
      if (frame.type === 'tool.cancel') this.#cancelled.add(frame.call_id);
      if (frame.type === 'resource.close') this.disk.pages.delete(frame.resource_id);
    });
    browser.on('welcome', () => this.report());
  }

  report(complete = true): void {
    this.#browser.send({
      type: 'resource.report',
      complete,
      resources: [...this.disk.pages].map(([resource_id, page]) => ({
        resource_id,
        status: 'ready',
        reason: null,
        url: page.url,
        title: page.title,
        icon: null,
        driver_id: page.driverId,
      })),
      capabilities: {
        adapters: [...this.#adapters],
        pictures: 'lent',
        trusted_input: false,
        browsers: this.browsers,
      },
    });
  }

  /** A person allows a site in the popup. */
  grant(origin: string, more: Partial<Grant> = {}): Grant {
    const grant: Grant = {
      grant_id: `g-${origin}-${String(this.disk.grants.size)}`,
      origin,
      chat_session_id: null,
      level: 'act',
      until: null,
      granted_at: 1,
      revoked_at: null,
      ...more,
    };
    this.disk.grants.set(grant.grant_id, grant);
    this.#browser.send({ type: 'grant.change', complete: false, grants: [grant] });
    return grant;
  }

  #queue(call: Call): void {
    const before = this.#turns.get(call.resource_id) ?? Promise.resolve();
    this.#turns.set(
      call.resource_id,
      before.then(() => this.#run(call)),
    );
  }

  async #run(call: Call): Promise<void> {
    const known = this.disk.journal.get(call.call_id);
    if (known === 'begun') {
      const text = 'It was begun, and its end is not known.';
      return this.#say(call, failed(call, 'outcome_unknown', text, true));
    }
    if (known !== undefined) return this.#say(call, { ...known, attempt: call.attempt });
    if (this.#cancelled.has(call.call_id))
      return this.#say(call, failed(call, 'cancelled', 'It was cancelled.', false));
    const fault = this.#fault(call);
    if (fault !== null) return this.#say(call, fault);
    this.disk.journal.set(call.call_id, 'begun');
    if (this.#acting.has(call.resource_id)) this.overlaps += 1;
    this.#acting.add(call.resource_id);
    const page = this.#pageOf(call);
    page.acts.push(`${call.call_id} ${call.tool}`);
    if (typeof call.args['url'] === 'string') page.url = call.args['url'];
    const more = await this.answer(call, page);
    this.#acting.delete(call.resource_id);
    const result = { ...done(call, page), ...more };
    this.disk.journal.set(call.call_id, result);
    this.#say(call, result);
  }

  #fault(call: Call): Result | null {
    const origin = originOf(
      typeof call.args['url'] === 'string'
        ? call.args['url']
        : (this.disk.pages.get(call.resource_id)?.url ?? 'about:blank'),
    );
    // What a person allows in a worker's pages the conductor alone knows.
    const asksGrants = this.#adapters.includes('tab');
    if (asksGrants && origin !== null && !this.#isGranted(origin, call))
      return failed(call, 'not_granted', `${origin} wants ${call.level}`, false);
    const page = this.disk.pages.get(call.resource_id);
    if (page === undefined && !OPENING.includes(call.tool))
      return failed(call, 'resource_closed', 'It is closed.', false);
    const expected = call.expect?.origin ?? null;
    return expected !== null && expected !== origin
      ? failed(call, 'page_changed', `The page is of ${String(origin)} now.`, false)
      : null;
  }

  #isGranted(origin: string, { level, chat_session_id }: Call): boolean {
    return [...this.disk.grants.values()].some(
      (grant) =>
        grant.origin === origin &&
        grant.revoked_at === null &&
        (grant.chat_session_id === null || grant.chat_session_id === chat_session_id) &&
        (grant.level === 'act' || level === 'read'),
    );
  }

  #pageOf({ resource_id, args }: Call): SimulatedPage {
    const known = this.disk.pages.get(resource_id);
    if (known !== undefined) return known;
    const url = typeof args['url'] === 'string' ? args['url'] : 'about:blank';
    const page = { driverId: (this.disk.drivers += 1), url, title: `Page at ${url}`, acts: [] };
    this.disk.pages.set(resource_id, page);
    return page;
  }

  #say(call: Call, result: Result): void {
    if (call.tool === 'browser.ensure' && result.ok) this.report(false);
    this.#browser.send(result);
  }
}

const OPENING: readonly string[] = ['browser.ensure', 'terminal.open'];

function done(call: Call, page: SimulatedPage): Result {
  const origin = originOf(page.url);
  return {
    type: 'tool.result',
    call_id: call.call_id,
    resource_id: call.resource_id,
    attempt: call.attempt,
    ok: true,
    result:
      call.tool === 'browser.snapshot' || call.tool === 'browser.extract'
        ? { text: `page ${JSON.stringify(page.title)} ${page.url}\ne12 button "Save"` }
        : { done: call.tool },
    attachments: [],
    error_code: null,
    error_message: null,
    begun: true,
    page: { url: page.url, title: page.title, doc: 'd-1' },
    origins: origin === null ? [] : [origin],
  };
}

function failed(
  call: Call,
  error_code: NonNullable<Result['error_code']>,
  error_message: string,
  begun: boolean,
): Result {
  return {
    type: 'tool.result',
    call_id: call.call_id,
    resource_id: call.resource_id,
    attempt: call.attempt,
    ok: false,
    result: null,
    attachments: [],
    error_code,
    error_message,
    begun,
    page: null,
    origins: [],
  };
}

function originOf(url: string): string | null {
  const { origin } = new URL(url);
  return origin === 'null' ? null : origin;
}
