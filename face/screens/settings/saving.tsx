import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { clockTime } from '../../parts/time.tsx';
import { useDeed, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';

export type SettingsNow = ResponseOf<'getSettings'>;

/** Changes part of the settings; `before` is what undo puts back. */
export type Save = (change: object, before: object) => void;

/** Sends each change as it is made, and offers to take the last one back. */
export function useSaving(asked: SettingsNow): {
  readonly now: SettingsNow;
  readonly busy: boolean;
  readonly save: Save;
  readonly note: ComponentChildren;
} {
  const { live } = useWorld();
  const deed = useDeed();
  const [newer, setNewer] = useState<{ readonly than: SettingsNow; readonly now: SettingsNow }>();
  const [saved, setSaved] = useState<{ readonly at: number; readonly before: object } | null>(null);
  const now = newer?.than === asked ? newer.now : asked;

  async function send(change: object, before: object | null): Promise<void> {
    const answered = await deed.run('updateSettings', { body: change });
    if (answered?.ok !== true) return;
    setNewer({ than: asked, now: answered.value });
    setSaved(before === null ? null : { at: live.now(), before });
  }

  const undo = (): void => void (saved && send(saved.before, null));
  useKeys('place_settings', saved ? [{ keys: 'u', says: 'undo', run: undo }] : []);
  const doing = deed.doing.value;
  return {
    now,
    busy: doing.kind === 'waiting',
    save: (change, before) => void send(change, before),
    note: (
      <>
        {doing.kind === 'failed' && <Problem error={doing.error} />}
        {saved && (
          <p class="soft" role="status">
            {word('settings_saved', clockTime(saved.at))}{' '}
            <button type="button" class="link" onClick={undo}>
              {word('undo')}
            </button>
          </p>
        )}
      </>
    ),
  };
}
