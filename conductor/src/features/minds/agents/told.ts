/** How far a run has been told in its stream. */
export interface Told {
  /** Number of the newest step that was told of; -1: none. */
  readonly step: number;
  /** Live output of that step while its model speaks: characters of its texts, and its calls by the model's own ids. */
  readonly live: {
    readonly text: number;
    readonly reasoning: number;
    readonly calls: readonly string[];
  };
  /** true: its reply was told whole. */
  readonly isReplied: boolean;
  /** Positions of its calls whose result was told. */
  readonly ended: readonly number[];
  /** Number of a worker's steps that were told, by the position of the call that it works for. */
  readonly workers?: Readonly<Record<string, number>>;
  /** Number of the newest chunk of a worker's own stream that was told on, by the worker's run. */
  readonly heard?: Readonly<Record<string, number>>;
  /** State told of questions about its calls, by id of the approval. */
  readonly asked: Readonly<Record<string, 'open' | 'answered'>>;
  /** Ids of tabs that it was told to open. */
  readonly opened?: readonly string[];
  readonly isFinished: boolean;
}

const NO_LIVE: Told['live'] = { text: 0, reasoning: 0, calls: [] };

/** Nothing was told. */
export const UNTOLD: Told = {
  step: -1,
  live: NO_LIVE,
  isReplied: true,
  ended: [],
  asked: {},
  isFinished: true,
};

export function hasLive({ live }: Told): boolean {
  return live.text > 0 || live.reasoning > 0 || live.calls.length > 0;
}

/** The live words of a step are taken back: its model is asked again, or said something else in the end. */
export function takeBack(told: Told): Told {
  return { ...told, live: NO_LIVE };
}

/** Returns the id of a step's text in its stream. */
export function textId({ number }: { readonly number: number }): string {
  return `text-${number}`;
}
