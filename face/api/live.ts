import { type ReadonlySignal, signal } from '@preact/signals';
import { createParser } from 'eventsource-parser';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { pageHeaders } from './page-token.ts';

export type AuditEventView = ResponseOf<'listEvents'>['items'][number];

/** News at the start of a stream and every ten seconds. Times in ms since 1970-01-01 UTC. */
export interface Here {
  readonly now: number;
  readonly boot_id: string;
  readonly newest_event_id: number;
  readonly version: string;
}

export interface Presence {
  readonly clients: readonly { readonly client_id: string; readonly connected: boolean }[];
  readonly startable: readonly string[];
}

export interface ReplyProgress {
  readonly local_conversation_id: string;
  readonly characters: number;
  readonly since: number;
  readonly ended?: boolean;
}

/** The program of a run's worker was seen to do something. */
export interface SeenWorker {
  readonly run_id: string;
  readonly worker: string;
}

export interface Numbers {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** One thing that the stream told. `missed`: too much happened meanwhile to be told event by event. */
export type LiveNews =
  | { readonly kind: 'trail'; readonly event: AuditEventView }
  | { readonly kind: 'here'; readonly here: Here }
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'progress'; readonly progress: ReplyProgress }
  | { readonly kind: 'worker'; readonly seen: SeenWorker }
  | { readonly kind: 'numbers'; readonly numbers: Numbers }
  | { readonly kind: 'missed'; readonly events: number };

/** `since`: of the last sign of life, by this machine's clock in ms. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: number };

export interface Live {
  readonly state: ReadonlySignal<LiveState>;
  readonly presence: ReadonlySignal<Presence | null>;
  readonly here: ReadonlySignal<Here | null>;
  on(listener: (news: LiveNews) => void): () => void;
  /** A screen shows numbers; returns how it says that it does no more. */
  wantNumbers(): () => void;
  /** The conductor's clock, in ms since 1970-01-01 UTC. */
  now(): number;
  close(): void;
}

interface Parts {
  /** Gets a new session for one that was refused. */
  readonly renew: () => Promise<boolean>;
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
  /** Tabs of one browser share it; tests do not. */
  readonly name?: string;
}

/** Without a sign of life for so long, what is shown counts as old. `here` comes every ten seconds. */
const SILENCE_MS = 25_000;

const AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** More than that is not told one by one: all is asked for anew. */
const MOST_TO_CATCH_UP = 5_000;

/** Clocks that suddenly differ by more than that from before were set anew. */
const CLOCK_SET_MS = 60_000;

const ALWAYS = ['trail', 'presence', 'reply.progress', 'worker.seen'];

type Told =
  | { readonly kind: 'news'; readonly news: LiveNews }
  /** A tab that begins asks for what is told once only. */
  | { readonly kind: 'hello' }
  /** A tab that wants the numbers; repeated as long as it does. */
  | { readonly kind: 'want' };

/**
 * Follows the events of the conductor. One tab of a browser holds the stream, since a browser has six connections for a
 * host; the others get the events from it, and the next takes over when it ends, from the newest event that it knows.
 */
export function createLive({
  renew,
  fetch: get = (path, init) => fetch(path, init),
  name = 'baton-live',
}: Parts): Live {
  const state = signal<LiveState>({ kind: 'connecting' });
  const presence = signal<Presence | null>(null);
  const here = signal<Here | null>(null);
  const listeners = new Set<(news: LiveNews) => void>();
  const channel = new BroadcastChannel(name);
  const closed = new AbortController();
  /** Tabs of which some screen shows numbers: how many screens in this one, and until when another one said so. */
  const wanted = { here: 0, elsewhereUntil: 0 };
  let asked = topics();
  let newest: number | null = null;
  let ahead = -Infinity;
  let heardAt = Date.now();
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** The stream that this tab holds; null: another tab does. */
  let stream: AbortController | null = null;

  function hear(news: LiveNews): void {
    if (news.kind === 'trail') {
      // After a change of leader some may come a second time.
      if (newest !== null && news.event.event_id <= newest) return;
      newest = news.event.event_id;
    }
    if (news.kind === 'here') {
      const again = here.value !== null && here.value.boot_id !== news.here.boot_id;
      here.value = news.here;
      const said = news.here.now - Date.now();
      // What comes late says too little: the most that was said is nearest, until a clock was set anew.
      ahead = again || Math.abs(said - ahead) > CLOCK_SET_MS ? said : Math.max(ahead, said);
      // What was asked for before the stream began may be older than its beginning.
      const begins = newest === null && stream !== null;
      newest ??= news.here.newest_event_id;
      if (again || begins) tell({ kind: 'missed', events: 0 });
    }
    if (news.kind === 'here') wantAgain();
    if (news.kind === 'presence') presence.value = news.presence;
    alive();
    tell(news);
  }

  function tell(news: LiveNews): void {
    for (const listener of listeners) listener(news);
  }

  function alive(): void {
    heardAt = Date.now();
    if (state.value.kind !== 'live') state.value = { kind: 'live' };
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
  }

  function lost(): void {
    clearTimeout(silence);
    if (state.value.kind !== 'lost') state.value = { kind: 'lost', since: heardAt };
  }

  /** Restarts the stream of this tab where it left off, if the topics have changed. */
  function askAnew(): void {
    if (topics() !== asked) stream?.abort();
  }

  function wantAgain(): void {
    if (stream !== null) askAnew();
    else if (wanted.here > 0) channel.postMessage({ kind: 'want' } satisfies Told);
  }

  function topics(): string {
    const numbers = wanted.here > 0 || wanted.elsewhereUntil > Date.now();
    return [...ALWAYS, ...(numbers ? ['numbers'] : [])].join(',');
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'news') hear(data.news);
    if (stream === null) return;
    if (data.kind === 'hello') {
      if (here.value) say({ kind: 'here', here: here.value });
      if (presence.value) say({ kind: 'presence', presence: presence.value });
    }
    if (data.kind === 'want') {
      wanted.elsewhereUntil = Date.now() + SILENCE_MS;
      askAnew();
    }
  });

  function say(news: LiveNews): void {
    channel.postMessage({ kind: 'news', news } satisfies Told);
  }

  /** Until the tab ends: one stream after the other. */
  async function lead(): Promise<void> {
    for (let failures = 0; !closed.signal.aborted;) {
      stream = new AbortController();
      const heard = await follow(AbortSignal.any([stream.signal, closed.signal]));
      if (stream.signal.aborted) continue;
      lost();
      failures = heard ? 0 : failures + 1;
      await pause(AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)] ?? 10_000, closed.signal);
    }
  }

  /** Resolves when the stream ends; was anything heard? */
  async function follow(signal: AbortSignal): Promise<boolean> {
    let heard = false;
    const parser = createParser({
      onEvent({ event: kind, data }) {
        heard = true;
        const news = newsOf(kind ?? '', JSON.parse(data));
        if (news === null) return;
        if (news.kind === 'here' && fellBehind(news.here)) return;
        hear(news);
        say(news);
      },
    });
    try {
      asked = topics();
      const search = new URLSearchParams({ topics: asked });
      if (newest !== null) search.set('after', String(newest));
      const response = await get(`/v1/live?${search.toString()}`, {
        headers: pageHeaders(),
        signal,
        cache: 'no-store',
      });
      if (response.status === 401) return await renew();
      if (!response.ok || response.body === null) return false;
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        parser.feed(text);
      }
    } catch {
      // The connection broke, or was given up.
    }
    return heard;
  }

  /** Tells whether this tab is too far behind: then all is asked for anew, and the stream goes on from its head. */
  function fellBehind(said: Here): boolean {
    const behind = newest === null ? 0 : said.newest_event_id - newest;
    // A restored store has lower ids than before.
    if (behind <= MOST_TO_CATCH_UP && behind >= 0) return false;
    newest = said.newest_event_id;
    const news: LiveNews = { kind: 'missed', events: Math.max(0, behind) };
    tell(news);
    say(news);
    stream?.abort();
    return true;
  }

  const held = navigator.locks.request(name, { signal: closed.signal }, lead);
  void held.catch(() => undefined);
  channel.postMessage({ kind: 'hello' } satisfies Told);

  return {
    state,
    presence,
    here,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wantNumbers() {
      wanted.here += 1;
      wantAgain();
      return () => (wanted.here -= 1);
    },
    now: () => Date.now() + (ahead === -Infinity ? 0 : ahead),
    close() {
      closed.abort();
      clearTimeout(silence);
      channel.close();
    },
  };
}

function newsOf(kind: string, data: unknown): LiveNews | null {
  switch (kind) {
    case 'trail':
      return { kind, event: data as AuditEventView };
    case 'here':
      return { kind, here: data as Here };
    case 'presence':
      return { kind, presence: data as Presence };
    case 'reply.progress':
      return { kind: 'progress', progress: data as ReplyProgress };
    case 'worker.seen':
      return { kind: 'worker', seen: data as SeenWorker };
    case 'numbers':
      return { kind, numbers: data as Numbers };
    default:
      return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
