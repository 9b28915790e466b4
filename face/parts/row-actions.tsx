import { signal } from '@preact/signals';
import type { VNode } from 'preact';

import { word } from '../words/word.ts';
import { Dialog } from './dialog.tsx';
import type { KeyRow } from './keys.ts';

/** Actions of the row that was focused last on this screen; the palette offers them too. */
export const focusedActions = signal<readonly KeyRow[]>([]);

/** All that can be done with a row: pressed, or by its letter. */
export function RowActions({
  actions,
  onClose,
}: {
  readonly actions: readonly KeyRow[];
  readonly onClose: () => void;
}): VNode {
  function take({ run }: KeyRow): void {
    onClose();
    run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, currentTarget } = event;
    const buttons = [...(currentTarget as Element).querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
    // Enter presses the button that has the focus, whichever that is.
    const chosen = key === 'Enter' ? undefined : actions.find(({ keys }) => keys === key);
    if (chosen !== undefined) take(chosen);
    else if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={word('row_actions')} onClose={onClose}>
      <ul class="row-actions" onKeyDown={onKeyDown}>
        {actions.map((action, index) => (
          <li key={action.keys}>
            <button
              type="button"
              class="plain"
              autoFocus={index === 0}
              aria-keyshortcuts={action.keys}
              onClick={() => take(action)}
            >
              {word(action.says)} <kbd aria-hidden="true">{action.keys}</kbd>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
