import { PREFERENCE_CHOICES, usePreferences } from '../store/preferences.ts';
import { useKeys } from './keys.ts';

const SIZES = PREFERENCE_CHOICES.pane;

/** `[` and `]` make the detail beside a list narrower and wider; it stays so in this browser. */
export function usePaneKeys(hasPane: boolean): void {
  const { pane } = usePreferences();
  const size = (step: 1 | -1) => (): void => {
    pane.value = SIZES[SIZES.indexOf(pane.peek()) + step] ?? pane.peek();
  };
  useKeys(
    'keys_list',
    hasPane
      ? [
          { keys: '[', says: 'pane_narrower', run: size(-1) },
          { keys: ']', says: 'pane_wider', run: size(1) },
        ]
      : [],
  );
}
