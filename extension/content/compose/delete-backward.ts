import { runEditCommand } from './edit-command.ts';

/**
 * Deletes what is selected, else the character before the cursor. Lexical does on the event, and puts back what a
 * command deletes; the others know the command only.
 */
export function deleteBackward(composer: HTMLElement): void {
  const options = { bubbles: true, cancelable: true, composed: true };
  const inputType = 'deleteContentBackward';
  const isNotPrevented = composer.dispatchEvent(
    new InputEvent('beforeinput', { ...options, inputType }),
  );
  if (isNotPrevented) runEditCommand('delete');
}
