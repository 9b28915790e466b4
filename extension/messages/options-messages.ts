import type { ErrorCode } from '../../shared/model/error-codes.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';
import type { PageChecks } from './page-messages.ts';
import type { LinkState } from './popup-messages.ts';
import { hasFields, isFlag, isPlatformName, isRecord, oneOf, text } from './shape.ts';

/** The mode in which a new conversation of a site begins. */
export type DefaultMode = 'auto' | 'manual';

/** Kinds of news that a person may be told outside the browser's pages. */
export const NEWS = ['needs', 'failed', 'done'] as const;
export type News = (typeof NEWS)[number];

/** Preferences that a person set in this browser. */
export interface Preferences {
  /** Desktop notifications. */
  readonly notify: readonly News[];
  /** A word beside the composer that says how Baton stands there. */
  readonly chip: boolean;
}

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
  /** Uncertain points, in English: notes of the adapter's authors. */
  readonly unsure: readonly string[];
  /** A person switched it off: nothing is watched or sent there. */
  readonly enabled: boolean;
  /** Sites of the adapter that were open here, the one seen last first, and what a new chat there begins in. */
  readonly visited: readonly {
    readonly platform: string;
    /** Null: nobody who knows is there to ask. */
    readonly mode: DefaultMode | null;
  }[];
  /** Open pages that are watched. */
  readonly pages: number;
  /** Problem of one of them. */
  readonly problem: ErrorCode | null;
  /** How the adapter judges one of them: the one with a problem, if there is one. */
  readonly checks: PageChecks | null;
}

/** Numbers of the extension's stored records. */
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
  readonly preferences: Preferences;
  /** Tool servers and rules set up in the conductor; null while no conductor answers. */
  readonly setUp: Pick<FrameOf<'overview'>, 'tool_servers' | 'rules'> | null;
}

/** Name of the port on which the options page gets its state. */
export const OPTIONS_PORT = 'options';

/** Options page to background. It pairs and forgets with the popup's messages. */
export type OptionsMessage =
  | { readonly kind: 'options.set_site'; readonly site: string; readonly enabled: boolean }
  | {
      readonly kind: 'options.set_default_mode';
      readonly platform: string;
      readonly mode: DefaultMode;
    }
  | {
      readonly kind: 'options.set_preference';
      readonly name: News | 'chip';
      readonly on: boolean;
    }
  /** The page was opened: what it shows is to be of now. */
  | { readonly kind: 'options.refresh' }
  /** A text a person can attach to a report: codes and counts, no words of theirs, no address, no name. */
  | { readonly kind: 'options.report' };

/** Answers of the background to each message of the options page. */
export interface OptionsAnswers {
  readonly 'options.set_site': { readonly ok: true };
  /** False: this browser is not paired. */
  readonly 'options.set_default_mode': { readonly ok: boolean };
  readonly 'options.set_preference': { readonly ok: true };
  readonly 'options.refresh': { readonly ok: true };
  readonly 'options.report': { readonly text: string };
}

export function isOptionsMessage(value: unknown): value is OptionsMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'options.set_site':
      return hasFields(value, { site: text(64, 1), enabled: isFlag });
    case 'options.set_default_mode':
      return hasFields(value, { platform: isPlatformName, mode: oneOf('auto', 'manual') });
    case 'options.set_preference':
      return hasFields(value, { name: oneOf(...NEWS, 'chip'), on: isFlag });
    case 'options.refresh':
    case 'options.report':
      return true;
    default:
      return false;
  }
}

/** Tells a state from whatever else may come over the port; the background made it. */
export function isOptionsState(value: unknown): value is OptionsState {
  return hasFields(value, {
    link: isRecord,
    sites: Array.isArray,
    counts: isRecord,
    preferences: isRecord,
  });
}
