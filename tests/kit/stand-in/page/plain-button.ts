import type { ButtonState } from './page-site.ts';

/** A button that sends, or stops what is being answered; `mark` makes it the site's own. */
export function plainButton(
  state: ButtonState,
  mark: (button: HTMLButtonElement, isStop: boolean) => void,
): readonly HTMLElement[] {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = state === 'stop' ? 'Stop' : 'Send';
  button.disabled = state === 'idle';
  mark(button, state === 'stop');
  return [button];
}
