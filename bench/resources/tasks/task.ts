import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Functions of a task in its page; each names an element by its role and name, as the last look showed it. */
export interface Hands {
  /** The page as a model reads it. */
  readonly look: () => Promise<string>;
  readonly click: (role: string, name: string) => Promise<void>;
  readonly type: (role: string, name: string, text: string) => Promise<void>;
  readonly select: (role: string, name: string, option: string) => Promise<void>;
  readonly hover: (role: string, name: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
}

/** One page to be solved. */
export interface Episode {
  /** Task text that a model would get. */
  readonly asks: string;
  /** Calls `done(isRight)` once. */
  readonly body: string;
  readonly solve: (hands: Hands) => Promise<void>;
}

/** A kind of page, and a way to solve it: the same one for every program. */
export interface Task {
  readonly name: string;
  readonly make: (chance: Chance) => Episode;
}

/** Random choices, which differ from seed to seed. */
export interface Chance {
  /** A whole number; both ends may come. */
  readonly int: (least: number, most: number) => number;
  /** So many different ones, in the order of chance. */
  readonly some: <T>(from: readonly T[], count: number) => T[];
  readonly one: <T>(from: readonly T[]) => T;
}

/** The same for the same seed. */
export function chanceOf(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const int: Chance['int'] = (least, most) => uniformInt(generator, least, most);
  const some: Chance['some'] = (from, count) => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(int(0, left.length - 1), 1),
    ).flat();
  };
  return { int, some, one: (from) => some(from, 1)[0] as (typeof from)[number] };
}

export const WORDS = [
  'Apple',
  'Bridge',
  'Candle',
  'Desert',
  'Engine',
  'Forest',
  'Garden',
  'Harbor',
  'Island',
  'Jacket',
  'Kettle',
  'Ladder',
  'Mirror',
  'Needle',
  'Orange',
  'Pencil',
  'Quartz',
  'Ribbon',
  'Saddle',
  'Tunnel',
];

export const PEOPLE = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jun'];

/** As it stands in a script. */
export const js = (value: unknown): string => JSON.stringify(value);
