import { stripVTControlCharacters } from 'node:util';

import { steeringShown } from '../shared/lib/visible-text.ts';
import type { SiteMessage } from './playground-site.ts';

const MAX_LINES = 9;
const MAX_COLUMNS = 110;

/** A turn of the conversation as it is shown in a terminal: who speaks on the left, long texts cut. */
export function turnLines({ role, text }: Pick<SiteMessage, 'role' | 'text'>): string[] {
  const speaker =
    role === 'assistant' ? 'Assistant' : text.startsWith('Baton results') ? 'Baton' : 'You';
  const lines = printable(text)
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_COLUMNS ? `${line.slice(0, MAX_COLUMNS - 1)}…` : line));
  if (lines.length > MAX_LINES) shown.push(`… ${lines.length - MAX_LINES} more lines`);
  return shown.map((line, index) => `${(index === 0 ? speaker : '').padEnd(10)}${line}`);
}

/** Makes an assistant's text harmless: no cursor moves, bell, colours or reversed lines. */
function printable(text: string): string {
  const plain = stripVTControlCharacters(text);
  // oxlint-disable-next-line no-control-regex
  const still = plain.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ');
  return steeringShown(still); // guard: demo-text
}
