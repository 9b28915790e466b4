import type { VNode } from 'preact';

import { type Kinds, spread } from '../store/rows.ts';
import { useToast, useWorld } from '../store/world.ts';
import { errorWords } from '../words/error-words.ts';
import { word } from '../words/word.ts';

type Conversation = Kinds['conversation'];
export type Mode = Conversation['mode'];

export const MODES: readonly Mode[] = ['auto', 'manual', 'paused'];

/** Sets modes: shown at once, taken back with a word about why where the conductor refuses. */
export function useModes(): (conversation: Conversation, mode: Mode | 'draining') => Promise<void> {
  const { ask, rows } = useWorld();
  const toast = useToast();
  return async ({ local_conversation_id: id }, mode) => {
    const takeBack = rows.foresee(
      'conversation',
      id,
      mode === 'draining' ? { draining: true } : { mode, draining: false, pause_reason: null },
    );
    const ticket = rows.ticket();
    const answered = await ask('setMode', { params: { id }, body: { mode, reason: null } });
    if (answered.ok) {
      spread(rows, 'setMode', answered.value, ticket);
      return;
    }
    takeBack();
    const { meaning, remedy } = errorWords(answered.error.code) ?? {
      meaning: answered.error.text,
      remedy: '',
    };
    toast({ tone: 'bad', text: `${meaning} ${remedy}` });
  };
}

interface ModeSwitchProps {
  readonly conversation: Conversation;
  readonly onMode: (mode: Mode) => void;
  /** In a row of a list, the row's keys do the same: one stop of the Tab key is enough for a row. */
  readonly inRow?: boolean;
}

/** The three modes, and which one it is. */
export function ModeSwitch({ conversation, onMode, inRow = false }: ModeSwitchProps): VNode {
  const { mode, draining } = conversation;
  return (
    <div class="modes" role="group" aria-label={word('mode')}>
      {MODES.map((one, index) => (
        <button
          key={one}
          type="button"
          class="plain"
          aria-pressed={one === mode && !draining}
          aria-keyshortcuts={String(index + 1)}
          tabIndex={inRow ? -1 : 0}
          onClick={(event) => {
            event.stopPropagation();
            if (one !== mode || draining) onMode(one);
          }}
        >
          {word(`mode_${one}`)}
        </button>
      ))}
      {draining && <span class="soft small">{word('mode_draining')}</span>}
    </div>
  );
}
