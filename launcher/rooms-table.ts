import table from '../rooms.json' with { type: 'json' };
import { formatText } from './format-text.ts';

interface Room {
  readonly room: string;
  readonly what: string;
  readonly rooms: readonly string[];
  readonly types?: readonly string[] | undefined;
}

const ROOMS: readonly Room[] = table.rooms;

const BEGIN = '<!-- rooms -->';
const END = '<!-- /rooms -->';

/** ARCHITECTURE.md with the table of rooms as `rooms.json` has it. Throws where the document has no place for it. */
export async function withRooms(document: string): Promise<string> {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`ARCHITECTURE.md has no lines ${BEGIN} and ${END}.`);
  }
  const text = `${before}${BEGIN}\n\n${rows().join('\n')}\n\n${END}${after}`;
  return formatText('ARCHITECTURE.md', text);
}

function rows(): string[] {
  const lines = ROOMS.map(
    ({ room, what, rooms, types = [] }) =>
      `| \`${room.replaceAll(', ', '`, `')}\` | ${what} | ${mayImport(rooms, types)} |`,
  );
  return ['| room | what it is | → |', '| --- | --- | --- |', ...lines];
}

function mayImport(rooms: readonly string[], types: readonly string[]): string {
  const words = [...rooms, ...types.map((name) => `types of ${name}`)];
  return words.length === 0 ? '–' : words.join(', ');
}
