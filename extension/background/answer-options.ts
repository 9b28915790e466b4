import { assertNever } from '../../shared/lib/assert-never.ts';
import type { OptionsAnswers, OptionsMessage } from '../messages/options-messages.ts';
import type { ConductorLink } from './conductor-link/conductor-link.ts';
import { diagnosticReport } from './diagnostics/report.ts';
import type { PersonRequests } from './person-requests.ts';
import type { Clock, Introduction } from './ports.ts';
import type { PageDirectory } from './runtime/page-directory.ts';
import type { PageReports } from './runtime/page-reports.ts';
import { setPreference } from './runtime/preferences.ts';
import { switchSite } from './runtime/switched-sites.ts';
import type { RowStore } from './storage/row-store.ts';

export interface OptionsContext {
  readonly store: RowStore;
  readonly link: ConductorLink;
  readonly requests: PersonRequests;
  readonly reports: PageReports;
  readonly directory: PageDirectory;
  readonly clock: Clock;
  readonly introduction: Introduction;
}

/** Does what a person asks on the options page. */
export async function answerOptions(
  { store, link, requests, reports, directory, clock, introduction }: OptionsContext,
  message: OptionsMessage,
): Promise<OptionsAnswers[OptionsMessage['kind']]> {
  switch (message.kind) {
    case 'options.set_site': {
      const { site, enabled } = message;
      await store.step((view) => ({ change: switchSite(view, site, enabled), answer: null }));
      await reports.switched(site);
      return { ok: true };
    }
    case 'options.set_default_mode': {
      const { platform, mode } = message;
      const choice = { type: 'site.set_default_mode', platform, mode } as const;
      return { ok: (await requests.commit(() => ({ send: [choice] }))).ok };
    }
    case 'options.set_preference': {
      const { name, on } = message;
      await store.step((view) => ({ change: setPreference(view, name, on), answer: null }));
      return { ok: true };
    }
    case 'options.refresh':
      link.refreshOverview();
      return { ok: true };
    case 'options.report': {
      const [view, pages] = [store.view, directory.pages];
      const now = clock.now();
      return {
        text: await diagnosticReport({ view, link: link.state(), pages, introduction, now }),
      };
    }
    default:
      return assertNever(message);
  }
}
