import type { ConsentAnswer, ConsentMessage } from '../messages/consent-messages.ts';
import type { OptionsAnswers, OptionsMessage, OptionsState } from '../messages/options-messages.ts';
import type { PageAnswers, PageMessage } from '../messages/page-messages.ts';
import type { PopupAnswers, PopupMessage, PopupState } from '../messages/popup-messages.ts';
import type { Destination } from '../messages/send-messages.ts';
import type { Notice } from './notify/news.ts';
import type { Chip } from './runtime/conversation-chip.ts';
import type { Alerts } from './runtime/collect-alerts.ts';
import type { NamedConversation } from './runtime/conversation-ids.ts';

export type PageMessageOf<K extends PageMessage['kind']> = Extract<PageMessage, { kind: K }>;

/** The execution layer's centre. It may die at any line: another one over the same database continues. */
export interface Background {
  /** Handles a message of a tab's page; resolves once its effect is durable. */
  page<K extends PageMessage['kind']>(
    tabId: number,
    message: PageMessageOf<K>,
  ): Promise<PageAnswers[K]>;
  popup(message: PopupMessage): Promise<PopupAnswers[PopupMessage['kind']]>;
  /** Handles a message of the consent page. */
  consent(message: ConsentMessage): ConsentAnswer;
  /** Pushes the state over a tab now and on every change, until the returned function is called. */
  watch(tabId: number, push: (state: PopupState) => void): () => void;
  /** State that a person should see at a glance. */
  alerts(): Alerts;
  /** Where a text from elsewhere in the browser can be sent, the conversation seen last first. */
  destinations(): readonly Destination[];
  /** False: this browser is not paired. What becomes of it else, the conductor says. */
  sendText(to: NamedConversation, text: string): Promise<boolean>;
  /** How Baton stands in each page's conversation; null: nothing is to be said there. */
  chips(): readonly (readonly [number, Chip | null])[];
  /** Calls the listener when something happened that a person asked to be notified of. */
  onNews(listener: (notice: Notice) => void): void;
  /** How many conversations were asked to pause: that of the tab, or all that may still send. */
  pause(which: { readonly tabId: number } | 'all'): Promise<number>;
  /** Calls the listener when the displayed state may have changed; the returned function ends the calls. */
  onChange(listener: () => void): () => void;
  options(message: OptionsMessage): Promise<OptionsAnswers[OptionsMessage['kind']]>;
  optionsState(): OptionsState;
  /** The tab's document is going, or (`closed`) the tab itself is gone. */
  pageGone(tabId: number, closed: boolean): Promise<void>;
  /** A person pressed Stop in the page of that tab. */
  stopHere(tabId: number): Promise<void>;
  /** The browser lets Baton into these sites no longer: match patterns. */
  sitesGone(patterns: readonly string[]): Promise<void>;
  /** The browser gave the tab another id. */
  tabReplaced(before: number, now: number): Promise<void>;
  /** The tab has finished loading. Where a page was before, it is asked again, should it have kept silent. */
  pageLoaded(tabId: number): Promise<void>;
  /** The alarm rang. */
  wake(): Promise<void>;
}
