import type { Clock } from '../ports.ts';

/** Tool servers may have to start before the conductor can say what they offer. */
const ANSWER_LIMIT_MS = 12_000;

/** Questions that the conductor was asked over one connection and has not answered. */
export interface AskedTexts {
  /** `refId`: of the frame that asked. Null: there is no such text, no answer in time, or the connection has ended. */
  wait(refId: string): Promise<string | null>;
  /** An answer, or a refusal (null). */
  answered(refId: string, text: string | null): void;
  /** The connection has ended. */
  end(): void;
}

export function createAskedTexts(clock: Clock): AskedTexts {
  const waiting = new Map<string, (text: string | null) => void>();
  const answered = (refId: string, text: string | null): void => waiting.get(refId)?.(text);
  return {
    answered,
    wait(refId) {
      return new Promise((resolve) => {
        const stop = clock.after(ANSWER_LIMIT_MS, () => answered(refId, null));
        waiting.set(refId, (text) => {
          stop();
          waiting.delete(refId);
          resolve(text);
        });
      });
    },
    end() {
      for (const refId of waiting.keys()) answered(refId, null);
    },
  };
}
