import type { SendOutcome } from '../../messages/send-messages.ts';

/** Long enough to see that it was the wrong chat, or the wrong words. */
const HOLD_MS = 5_000;

/** Texts that a person has sent and may still take back. They are on no disk: what dies with the background is not sent. */
export interface HeldSends {
  /** Resolves with what became of it, once it has gone out or was taken back. */
  hold(id: string, send: () => Promise<boolean>): Promise<SendOutcome>;
  /** False: it has gone out already. */
  undo(id: string): boolean;
}

export function createHeldSends(): HeldSends {
  const held = new Map<string, () => void>();
  return {
    async hold(id, send) {
      const isTakenBack = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), HOLD_MS);
        held.set(id, () => {
          clearTimeout(timer);
          resolve(true);
        });
      });
      held.delete(id);
      if (isTakenBack) return 'undone';
      return (await send()) ? 'sent' : 'unpaired';
    },
    undo(id) {
      const takeBack = held.get(id);
      takeBack?.();
      return takeBack !== undefined;
    },
  };
}
