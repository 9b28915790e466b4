import { closePage } from './close-page.ts';
import { cutLink } from './cut-link.ts';
import { delayFrames } from './delay-frames.ts';
import type { InjectFault } from './fault.ts';
import { fillDisk } from './fill-disk.ts';
import { halfOpenLink } from './half-open-link.ts';
import { jumpClocks } from './jump-clocks.ts';
import { killBackground } from './kill-background.ts';
import { killBrowser } from './kill-browser.ts';
import { killConductor } from './kill-conductor.ts';
import { killConductorAtCommit } from './kill-conductor-at-commit.ts';
import { leaveDraft } from './leave-draft.ts';
import { lockDatabase } from './lock-database.ts';
import { reloadPage } from './reload-page.ts';
import { repeatFrames } from './repeat-frames.ts';
import { swapFrames } from './swap-frames.ts';

/** How often each kind comes, next to the others. */
export const FAULT_WEIGHTS = {
  kill_conductor: 4,
  kill_conductor_at_commit: 6,
  lock_database: 1,
  fill_disk: 2,
  jump_clocks: 3,
  kill_background: 10,
  kill_browser: 5,
  reload_page: 6,
  close_page: 4,
  leave_draft: 3,
  cut_link: 6,
  half_open_link: 3,
  repeat_frames: 5,
  delay_frames: 5,
  swap_frames: 3,
} as const;

export type FaultKind = keyof typeof FAULT_WEIGHTS;

export const INJECT: { readonly [K in FaultKind]: InjectFault } = {
  kill_conductor: killConductor,
  kill_conductor_at_commit: killConductorAtCommit,
  lock_database: lockDatabase,
  fill_disk: fillDisk,
  jump_clocks: jumpClocks,
  kill_background: killBackground,
  kill_browser: killBrowser,
  reload_page: reloadPage,
  close_page: closePage,
  leave_draft: leaveDraft,
  cut_link: cutLink,
  half_open_link: halfOpenLink,
  repeat_frames: repeatFrames,
  delay_frames: delayFrames,
  swap_frames: swapFrames,
};

export function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(INJECT, name);
}
