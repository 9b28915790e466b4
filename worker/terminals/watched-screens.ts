import type { FrameOf, Unsent } from '../../shared/protocol/index.ts';
import type { Terminal } from './terminal.ts';

export type ScreenFrame = Unsent<FrameOf<'resource.event'>>;

/** How often a screen is told at most. */
const THROTTLE_MS = 250;
/** More characters than the largest screen has places. */
const MAX_TEXT = 200_000;

/** Tells what programs show, while they show it; nothing of it is kept. */
export interface WatchedScreens {
  add(resourceId: string, terminal: Terminal): void;
  drop(resourceId: string): void;
  /** All of them, as to a conductor that has just come back. */
  tellAll(): void;
}

/** The screen of a terminal, as it is told: whole, as a person says yes to all that stands there, or not at all. */
export function toldScreen({ screen }: Terminal): string {
  const text = screen.visible();
  return text.length > MAX_TEXT ? '' : text; // guard: screen-told-whole
}

export function createWatchedScreens(tell: (frame: ScreenFrame) => void): WatchedScreens {
  const watched = new Map<string, { readonly terminal: Terminal; readonly stop: () => void }>();

  function tellOne(resourceId: string, terminal: Terminal): void {
    const typedMs = terminal.typedMs();
    tell({
      type: 'resource.event',
      resource_id: resourceId,
      event: 'screen',
      data: {
        text: toldScreen(terminal),
        quiet_ms: Math.round(terminal.quietMs()),
        ...(Number.isFinite(typedMs) && { typed_ms: Math.round(typedMs) }),
        ...(terminal.hasHalfLine() && { half_line: true }),
        ...(terminal.exit !== null && {
          exit_code: terminal.exit.signal === 0 ? terminal.exit.exitCode : null,
        }),
      },
      observed_at: Date.now(),
    });
  }

  return {
    add(resourceId, terminal) {
      let timer: NodeJS.Timeout | null = null;
      const changed = (): void => {
        timer ??= setTimeout(() => {
          timer = null;
          tellOne(resourceId, terminal);
        }, THROTTLE_MS);
      };
      terminal.changes.on('change', changed);
      watched.set(resourceId, {
        terminal,
        stop() {
          terminal.changes.off('change', changed);
          if (timer !== null) clearTimeout(timer);
        },
      });
      tellOne(resourceId, terminal);
    },
    drop(resourceId) {
      watched.get(resourceId)?.stop();
      watched.delete(resourceId);
    },
    tellAll() {
      for (const [resourceId, { terminal }] of watched) tellOne(resourceId, terminal);
    },
  };
}
