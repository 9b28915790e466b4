import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { PageChecks } from './page-messages.ts';
import type { LinkState } from './popup-messages.ts';
import { hasFields, isFlag, isRecord, text } from './shape.ts';

/** One adapter: the sites it is for, what it can do there, and how that is known. */
export interface SiteState {
  /** The adapter's own name. */
  readonly name: string;
  /** Match patterns; empty for software that anyone can host. */
  readonly where: readonly string[];
  readonly can: {
    /** Makes the page's own request again, so that the composer is not needed. */
    readonly replay: boolean;
    readonly history: boolean;
    readonly begin: boolean;
  };
  readonly evidence: 'recorded' | 'documented';
  /** What is not known for sure, in English: notes of those who wrote the adapter. */
  readonly unsure: readonly string[];
  /** A person switched it off: nothing is watched or sent there. */
  readonly enabled: boolean;
  /** Open pages that are watched. */
  readonly pages: number;
  /** What is wrong with one of them. */
  readonly problem: ErrorCode | null;
  /** How the adapter judges one of them: the one with a problem, if there is one. */
  readonly checks: PageChecks | null;
}

/** What stands in the extension's own books, as numbers. */
export interface Counts {
  readonly conversations: number;
  readonly pages: number;
  /** Frames the conductor has not acked. */
  readonly waiting: number;
  /** Deliveries, by how they ended or that they have not. */
  readonly running: number;
  readonly delivered: number;
  readonly failed: number;
}

/** All the options page shows. Pushed whole on every change over the port named OPTIONS_PORT. */
export interface OptionsState {
  readonly link: LinkState;
  readonly sites: readonly SiteState[];
  readonly counts: Counts;
}

export const OPTIONS_PORT = 'options';

/** Options page to background. It pairs and forgets with the popup's messages. */
export type OptionsMessage =
  | { readonly kind: 'options.set_site'; readonly site: string; readonly enabled: boolean }
  /** A text a person can attach to a report: codes and counts, no words of theirs, no address, no name. */
  | { readonly kind: 'options.report' };

export interface OptionsAnswers {
  readonly 'options.set_site': { readonly ok: true };
  readonly 'options.report': { readonly text: string };
}

export function isOptionsMessage(value: unknown): value is OptionsMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'options.set_site':
      return hasFields(value, { site: text(64, 1), enabled: isFlag });
    case 'options.report':
      return true;
    default:
      return false;
  }
}

/** Tells a state from whatever else may come over the port; the background made it. */
export function isOptionsState(value: unknown): value is OptionsState {
  return hasFields(value, { link: isRecord, sites: Array.isArray, counts: isRecord });
}
