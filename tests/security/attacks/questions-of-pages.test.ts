import { describe, expect, it } from 'vitest';

import { isGravePress } from '../../../conductor/src/features/hands/resources/is-grave-press.ts';

const press = (lines: readonly string[]): boolean =>
  isGravePress({ verb: 'click', args: { ref: 'e2' } }, [lines.join('\n')]);
const OK = 'e2 button "OK"';

describe('OK', () => {
  it.each<readonly string[]>([
    ['"Delete all 3 files?"', OK],
    ['h2 "Old mail"', '"It is full. Do you want to delete it?"', 'e1 button "Cancel"', OK],
    ['e1 dialog "Delete account"', ' "It cannot be undone."', ` ${OK}`],
    ['e1 alertdialog', ' h2 "Question"', ' "Send it to all."', ` ${OK}`],
    ['e1 dialog', ' e3 group "Choices"', '  "Transfer now."', `  ${OK}`],
  ])('answers a question after a person was asked: %#', (...lines) => {
    expect(press(lines)).toBe(true);
  });

  it.each<readonly string[]>([
    ['"Do you like it?"', OK],
    ['"You can delete it later."', OK],
    ['e1 button "Delete?"', OK],
    ['e1 dialog "News"', ' "Nothing to do."', ` ${OK}`],
    ['e1 dialog "Delete"', ` "${'More words. '.repeat(30)}"`, ` ${OK}`],
    ['e1 dialog "Delete"', ' "It."', OK],
  ])('is pressed where none is: %#', (...lines) => {
    expect(press(lines)).toBe(false);
  });
});
