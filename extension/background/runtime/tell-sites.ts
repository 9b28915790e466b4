import type { ConductorLink } from '../conductor-link/conductor-link.ts';
import type { Clock, GrantedOrigins } from '../ports.ts';
import type { RowStore } from '../storage/row-store.ts';
import type { PageDirectory } from './page-directory.ts';
import { siteReport } from './site-report.ts';

/** People look at it. */
const LEAST_BETWEEN_MS = 1_000;

/** Tells the conductor how sites and pages stand: after each welcome, and on change. Returns what says that one may be. */
export function tellSites(parts: {
  readonly store: RowStore;
  readonly directory: Pick<PageDirectory, 'pages'>;
  readonly link: Pick<ConductorLink, 'online' | 'tell'>;
  readonly granted: GrantedOrigins;
  readonly clock: Clock;
  readonly fault: (error: unknown) => void;
}): () => void {
  const { store, directory, link, granted, clock, fault } = parts;
  let origins: readonly string[] = [];
  /** Last report over this connection; null: none. */
  let told: string | null = null;
  let isDue = false;

  function tell(): void {
    isDue = false;
    if (!link.online) return;
    const report = siteReport(store.view, directory.pages, origins);
    const text = JSON.stringify(report);
    if (text === told) return;
    told = text;
    link.tell(report);
  }

  function changed(): void {
    if (!link.online) told = null;
    else if (!isDue) {
      isDue = true;
      clock.after(told === null ? 0 : LEAST_BETWEEN_MS, tell);
    }
  }

  function lookUp(): void {
    granted.now().then((now) => {
      origins = now;
      changed();
    }, fault);
  }

  granted.onChange(lookUp);
  lookUp();
  return changed;
}
