import type { Pollution } from './pollute.ts';

export const WAYS = ['fetch', 'xhr', 'socket', 'events'] as const;
/** How a value changes from one reading to the next. */
export const CHANGES = ['string', 'primitive', 'proxy', 'address'] as const;
export const BODIES = ['text', 'changing', 'bytes', 'params', 'form'] as const;
export const READINGS = ['text', 'reader', 'iterate', 'tee', 'pipe', 'clone', 'bytes'] as const;
/** Moves of the page between, or after, its calls. */
export const MOVES = [
  'nothing',
  'moves-base',
  'mutates',
  'opens-other',
  'opens-other-unseen',
  'uses-again',
  'sends-twice',
  'dispatches',
  'reads-unseen',
] as const;
export const TARGETS = ['site', 'other', 'redirect-away', 'redirect-home'] as const;

/** One attempt to have something else sent, or answered, than is told. */
export interface HostileCase {
  readonly number: number;
  readonly way: (typeof WAYS)[number];
  /** The first or the second reading is the one to hide. */
  readonly isSwapped: boolean;
  readonly change: (typeof CHANGES)[number];
  readonly target: (typeof TARGETS)[number];
  readonly body: (typeof BODIES)[number];
  readonly reading: (typeof READINGS)[number];
  readonly move: (typeof MOVES)[number];
  readonly pollution: Pollution;
  readonly isHeld: boolean;
}

declare global {
  interface Window {
    hostile?: {
      /** Runs them one after the other, and gives as JSON all that the tap told of it. */
      readonly run: (cases: readonly HostileCase[], other: string) => Promise<string>;
      /** Whether the tap tells that the page is at another address, which another realm's method brought it to. */
      readonly moves: () => Promise<boolean>;
      /** Returns the tap's reading of a path of this site while the page does that to the built-ins. */
      readonly read: (path: string, pollution: Pollution, other: string) => Promise<string>;
    };
  }
}
