import type { Kit } from '../../../engine/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { cancelInstruction, type CancelOutcome } from './steps/cancel-instruction.ts';

/** Cancels an action, running or not. `via` says who wants it. */
export type CancelAction = (instructionId: string, via: string) => Promise<CancelOutcome>;

export function createCancelAction(
  {
    store,
    now,
    newId,
    settings: { maxAttempts },
  }: Pick<Kit, 'store' | 'now' | 'newId'> & {
    readonly settings: Pick<Kit['settings'], 'maxAttempts'>;
  },
  settings: SettingsNow,
): CancelAction {
  return (instructionId, via) =>
    store.run(cancelInstruction, {
      instructionId,
      via,
      jobId: newId(),
      maxAttempts,
      messageLimits: settings.current().max_message_chars,
      now: now(),
    });
}
