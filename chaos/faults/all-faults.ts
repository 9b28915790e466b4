import { closePage } from './close-page.ts';
import { closeWorkPage } from './close-work-page.ts';
import { crashTab } from './crash-tab.ts';
import { cutLink } from './cut-link.ts';
import { delayFrames } from './delay-frames.ts';
import { discardTab } from './discard-tab.ts';
import type { InjectFault } from './fault.ts';
import { fillDisk } from './fill-disk.ts';
import { halfOpenLink } from './half-open-link.ts';
import { jumpClocks } from './jump-clocks.ts';
import { killBackground } from './kill-background.ts';
import { killBrowser } from './kill-browser.ts';
import { killConductor } from './kill-conductor.ts';
import { killConductorAtCommit } from './kill-conductor-at-commit.ts';
import { killProgram } from './kill-program.ts';
import { killWorker } from './kill-worker.ts';
import { leaveDraft } from './leave-draft.ts';
import { leavePage } from './leave-page.ts';
import { leaveWorkPage } from './leave-work-page.ts';
import { lockDatabase } from './lock-database.ts';
import { reloadPage } from './reload-page.ts';
import { repeatFrames } from './repeat-frames.ts';
import { stallWorker } from './stall-worker.ts';
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
  crash_tab: 4,
  discard_tab: 3,
  leave_page: 5,
  close_work_page: 4,
  leave_work_page: 4,
  kill_worker: 3,
  stall_worker: 3,
  kill_program: 3,
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
  crash_tab: crashTab,
  discard_tab: discardTab,
  leave_page: leavePage,
  close_work_page: closeWorkPage,
  leave_work_page: leaveWorkPage,
  kill_worker: killWorker,
  stall_worker: stallWorker,
  kill_program: killProgram,
};

const ONLY_REAL: readonly FaultKind[] = ['crash_tab', 'discard_tab', 'leave_page'];
/** Nobody can set the clock of a browser alone, and no team works beside a real one. */
const ONLY_SIMULATED: readonly FaultKind[] = ['jump_clocks', 'kill_program'];

export type Level = 1 | 2;

/** The kinds that a world with simulated (1) or real (2) browsers can bring about. */
export function kindsAt(level: Level): readonly FaultKind[] {
  const others = level === 1 ? ONLY_REAL : ONLY_SIMULATED;
  return Object.keys(INJECT)
    .filter((name) => isFaultKind(name))
    .filter((kind) => !others.includes(kind));
}

export function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(INJECT, name);
}
