import { err, ok, type Result } from '../../shared/lib/result.ts';

const ARROWS: Readonly<Record<string, string>> = {
  Up: 'A',
  Down: 'B',
  Right: 'C',
  Left: 'D',
  Home: 'H',
  End: 'F',
};

const NAMED: Readonly<Record<string, string>> = {
  Enter: '\r',
  Return: '\r',
  Tab: '\t',
  'Shift+Tab': '\x1b[Z',
  Escape: '\x1b',
  Esc: '\x1b',
  Backspace: '\x7f',
  Space: ' ',
  Insert: '\x1b[2~',
  Delete: '\x1b[3~',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
  F2: '\x1bOQ',
  F3: '\x1bOR',
  F4: '\x1bOS',
  F5: '\x1b[15~',
  F6: '\x1b[17~',
  F7: '\x1b[18~',
  F8: '\x1b[19~',
  F9: '\x1b[20~',
  F10: '\x1b[21~',
  F11: '\x1b[23~',
  F12: '\x1b[24~',
};

/**
 * Returns the bytes that a terminal sends for a key, as `Enter`, `ArrowUp`, `Control+c`, `Alt+f` or one character. The
 * error says which names there are.
 * Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "PC-Style Function Keys".
 *
 * @param applicationCursor The program asked for the other codes of the arrow keys.
 */
export function bytesOfKey(key: string, applicationCursor: boolean): Result<string, string> {
  const named = key.replace(/^Arrow(?=Up$|Down$|Left$|Right$)/, '');
  const arrow = Object.hasOwn(ARROWS, named) ? ARROWS[named] : undefined;
  if (arrow !== undefined) return ok(`\x1b${applicationCursor ? 'O' : '['}${arrow}`);
  const code = Object.hasOwn(NAMED, named) ? NAMED[named] : undefined;
  if (code !== undefined) return ok(code);
  const [, control] = /^(?:Control|Ctrl|C)[+-]([a-zA-Z@[\\\]^_ ])$/.exec(key) ?? [];
  if (control !== undefined) {
    return ok(
      String.fromCharCode((control === ' ' ? 0x40 : control.toUpperCase().charCodeAt(0)) & 0x1f),
    );
  }
  const [, alt] = /^(?:Alt|Meta|M)[+-](\P{Cc})$/u.exec(key) ?? [];
  if (alt !== undefined) return ok(`\x1b${alt}`);
  if (/^\P{Cc}$/u.test(key)) return ok(key);
  const names = [...Object.keys(ARROWS), ...Object.keys(NAMED), 'Control+c', 'Alt+f'].join(', ');
  return err(`There is no key ${JSON.stringify(key)}. A key is one character, or one of ${names}.`);
}
