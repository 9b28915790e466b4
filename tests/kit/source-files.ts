import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

const ROOMS = [
  'bench',
  'chaos',
  'conductor',
  'extension',
  'face',
  'launcher',
  'look',
  'playground',
  'shared',
  'tests',
  'worker',
];
const CODE = /\.[mc]?[jt]sx?$/;
const MADE = /node_modules|\.wxt|\.output/;

/** Paths of all code, from the root of the tree and with slashes. */
export function sourceFiles(): readonly string[] {
  const inRooms = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(room, file).replaceAll('\\', '/'),
    ),
  );
  return [...readdirSync(ROOT), ...inRooms].filter((file) => CODE.test(file) && !MADE.test(file));
}
