import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

/** A comment `// guard: name` in the sources. */
export interface GuardMark {
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const ROOMS = [
  'conductor',
  'extension',
  'face',
  'launcher',
  'look',
  'playground',
  'shared',
  'worker',
];
const MARK = /\/\/ guard: ([a-z0-9-]+(?:, [a-z0-9-]+)*)$/;

export function guardMarks(): readonly GuardMark[] {
  return sources().flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        (MARK.exec(text)?.[1]?.split(', ') ?? []).map((name) => ({ name, file, line: index + 1 })),
      ),
  );
}

function sources(): readonly string[] {
  const inRooms = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(room, file),
    ),
  );
  return [...inRooms, 'bootstrap.mjs', 'wxt.config.ts']
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/node_modules|\.wxt|\.output/.test(file));
}
