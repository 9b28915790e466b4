import { seededRandom } from './seeded-random.ts';

/** A task for an assistant: it acts in each reply but the last. */
export interface PlannedTask {
  /** From the beginning of the hour. A task begins later where the one before it has not ended. */
  readonly startsAtMs: number;
  /** How long it thinks before each reply that acts; one more ends the task. */
  readonly thinkMs: readonly number[];
}

export interface LoadedConversation {
  readonly id: string;
  readonly tasks: readonly PlannedTask[];
}

export interface LoadedBrowser {
  readonly conversations: readonly LoadedConversation[];
  /** Times at which the link breaks, as when a laptop changes its network. */
  readonly breaksAtMs: readonly number[];
}

export interface HourSize {
  readonly browsers: number;
  readonly conversations: number;
  /** Length of the hour, which may be shorter. */
  readonly lastsMs: number;
  /** Actions of a conversation, on average. */
  readonly actions: number;
}

const MOST_ACTIONS = 8;
const THINK_MS = { least: 3_000, most: 30_000 };
/** Part of the hour in which tasks begin; the rest is left for the last ones to end. */
const LAST_START = 0.9;
/** When everyone begins at once, as after a break: how often, how long, and how many of all tasks then begin. */
const RUSHES = 6;
const RUSH_MS = 60_000;
const IN_RUSH = 0.3;
/** One browser of so many has this many times the tasks of the others: what it does must not slow them. */
const BUSY = { oneOf: 10, times: 4 };
const BREAKS = 2;

/** An hour of many people with many chats, by chance of the seed: a pure function of its arguments. */
export function makeHour(seed: number, size: HourSize): readonly LoadedBrowser[] {
  const { browsers, conversations, lastsMs, actions } = size;
  const random = seededRandom(seed);
  const until = Math.floor(lastsMs * LAST_START);
  const rushes = Array.from({ length: RUSHES }, () => random.int(0, until)) as [number];
  const startsAt = (): number =>
    random.chance(IN_RUSH)
      ? Math.min(until, random.pick(rushes) + random.int(0, RUSH_MS))
      : random.int(0, until);
  const actionsOfTask = (1 + MOST_ACTIONS) / 2;
  const meanShare = 1 + (BUSY.times - 1) / BUSY.oneOf;
  const task = (): PlannedTask => ({
    startsAtMs: startsAt(),
    thinkMs: Array.from({ length: random.int(1, MOST_ACTIONS) }, () =>
      random.int(THINK_MS.least, THINK_MS.most),
    ),
  });
  return Array.from({ length: browsers }, (_none, browser): LoadedBrowser => {
    const share = (browser % BUSY.oneOf === 0 ? BUSY.times : 1) / meanShare;
    const tasks = Math.max(1, Math.round((actions / actionsOfTask) * share));
    const own = Math.ceil((conversations - browser) / browsers);
    return {
      conversations: Array.from({ length: own }, (_one, index) => ({
        id: `b${browser}-c${index}`,
        tasks: Array.from({ length: tasks }, task).toSorted((a, b) => a.startsAtMs - b.startsAtMs),
      })),
      breaksAtMs: Array.from({ length: BREAKS }, () => random.int(0, lastsMs)),
    };
  });
}
