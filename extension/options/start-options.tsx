import { signal } from '@preact/signals';

import { word } from '../i18n/words.ts';
import { isOptionsState, OPTIONS_PORT, type OptionsState } from '../messages/options-messages.ts';
import { drawPage } from '../ui/draw-page.tsx';
import { watchBackground } from '../ui/watch-background.ts';
import { browserPermissions } from './browser-permissions.ts';
import { OptionsPage } from './options-page.tsx';

/** Draws the options page: states in by the port, a person's wishes out as messages. */
export function startOptions(): void {
  const state = signal<OptionsState | null>(null);
  watchBackground(OPTIONS_PORT, isOptionsState, (told) => (state.value = told));
  const page = <OptionsPage state={state} permissions={browserPermissions()} />;
  drawPage(page, word('options_title'));
}
