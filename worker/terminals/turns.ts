/** So long one has a turn, and all else waits. */
const TURN_MS = 4;
/** So much of the time one has at most. */
const SHARE = 1 / 4;

/** Works until the time is over, and resolves with how long it did. */
export type TakeTurn = (ms: number) => Promise<number>;

/** Work of many, a turn each, with a rest behind it: whoever has much to do holds up nobody else. */
export interface Turns {
  /** Lines one up; what is given back asks for its next turn. */
  lineUp(take: TakeTurn): () => void;
}

export function createTurns(): Turns {
  const line: (() => Promise<void>)[] = [];
  let goesOn = false;

  async function go(): Promise<void> {
    if (goesOn) return;
    goesOn = true;
    for (let turn = line.shift(); turn !== undefined; turn = line.shift()) await turn();
    goesOn = false;
  }

  return {
    lineUp(take) {
      /** true: it waits for its turn, has it, or rests after it. */
      let isIn = false;
      let wantsMore = false;
      const ask = (): void => {
        if (isIn) {
          wantsMore = true;
          return;
        }
        isIn = true;
        line.push(turn);
        void go();
      };
      async function turn(): Promise<void> {
        wantsMore = false;
        const spentMs = await take(TURN_MS);
        setTimeout(
          () => {
            isIn = false;
            if (wantsMore) ask();
          },
          spentMs / SHARE - spentMs,
        );
      }
      return ask;
    },
  };
}
