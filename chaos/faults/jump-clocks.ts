import { between, type InjectFault } from './fault.ts';

const FORWARDS_MS = 25 * 60_000;
const BACK_MS = 2_000;

/**
 * Forwards as after sleep, by less than the hours a reply may take; back as by a correction (docs/chaos.md says what
 * becomes of more).
 */
export const jumpClocks: InjectFault = (world, which, size) =>
  world.jumpClocks(
    which < 0.5 ? -between(size, 100, BACK_MS) : between(size ** 2, 500, FORWARDS_MS),
  );
