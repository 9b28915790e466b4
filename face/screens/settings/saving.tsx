import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { ApiError } from '../../../shared/api/operation.ts';
import type { ResponseOf } from '../../../shared/api/operations.ts';
import { nested, valueAt } from '../../../shared/lib/dotted-path.ts';
import { useKeys } from '../../parts/keys.ts';
import { clockTime } from '../../parts/time.tsx';
import { useDeed, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';

export type SettingsNow = ResponseOf<'getSettings'>;

export interface Saving {
  readonly now: SettingsNow;
  /**
   * Changes one setting, named by its keys; false: it was refused, and the setting says why.
   * @param before What undo puts back.
   */
  readonly save: (keys: readonly string[], value: unknown, before: unknown) => Promise<boolean>;
  /** Why the last change of this setting was refused. */
  readonly refused: (keys: readonly string[]) => ApiError | null;
  readonly note: ComponentChildren;
}

interface Change {
  readonly keys: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Sends each change as it is made, one after the other, and offers to take the last one back. */
export function useSaving(asked: SettingsNow): Saving {
  const { live } = useWorld();
  const deed = useDeed();
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const [newer, setNewer] = useState<{ readonly than: SettingsNow; readonly now: SettingsNow }>();
  const [saved, setSaved] = useState<(Change & { readonly at: number }) | null>(null);
  const [failed, setFailed] = useState<{ keys: readonly string[]; error: ApiError } | null>(null);
  const now = newer?.than === asked ? newer.now : asked;

  async function send(change: Change): Promise<boolean> {
    const { keys, after } = change;
    const answered = await deed.run('updateSettings', { body: nested(keys, after) as object });
    if (answered === null) return false;
    setFailed(answered.ok ? null : { keys, error: answered.error });
    if (!answered.ok) return false;
    setNewer({ than: asked, now: answered.value });
    setSaved({ ...change, at: live.now() });
    return true;
  }

  function save(keys: readonly string[], after: unknown, before: unknown): Promise<boolean> {
    const sent = turn.current.then(() => send({ keys, before, after }));
    turn.current = sent;
    return sent;
  }

  // What was changed elsewhere since is not ours to take back.
  const last = saved !== null && isStill(now, saved) ? saved : null;
  const undo = (): void => void (last && save(last.keys, last.before, last.after));
  useKeys('place_settings', last ? [{ keys: 'u', says: 'undo', run: undo }] : []);
  const doing = deed.doing.value;
  return {
    now,
    save,
    refused: (keys) => (failed?.keys.join('.') === keys.join('.') ? failed.error : null),
    note: (
      <>
        {doing.kind === 'waiting' && doing.slow && (
          <p class="soft" role="status">
            {word('no_answer_yet')} <a href="/trail">{word('place_trail')}</a>
          </p>
        )}
        {last && (
          <p class="soft" role="status">
            {word('settings_saved', clockTime(last.at))}{' '}
            <button type="button" class="link" aria-keyshortcuts="u" onClick={undo}>
              {word('undo')}
            </button>
          </p>
        )}
      </>
    ),
  };
}

function isStill({ settings }: SettingsNow, { keys, after }: Change): boolean {
  return JSON.stringify(valueAt(settings, keys)) === JSON.stringify(after);
}
