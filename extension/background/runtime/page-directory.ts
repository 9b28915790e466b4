import { isCommandAnswer } from '../../messages/is-command-answer.ts';
import type { CommandAnswers, PageCommand, PageState } from '../../messages/page-messages.ts';
import type { Clock, Tabs } from '../ports.ts';

/** How long each command may take before the page counts as silent (a frozen tab answers nothing). */
const ANSWER_LIMITS_MS: { readonly [K in keyof CommandAnswers]: number } = {
  'page.identify': 3_000,
  'page.stop': 3_000,
  'attempt.baseline': 10_000,
  'attempt.send': 10_000,
  'attempt.query': 5_000,
  'attempt.stop': 5_000,
  'attempt.look': 45_000,
};

/** The chat pages that are open, by tab. In memory only: a background that restarts learns of them anew. */
export interface PageDirectory {
  readonly pages: ReadonlyMap<number, PageState>;
  /** Notes what a page shows. True: it was not known, so the page has loaded, or the background has woken. */
  saw(tabId: number, state: PageState): boolean;
  forget(tabId: number): void;
  /** Null: nobody there, no answer in time, or an invalid one. */
  ask<K extends keyof CommandAnswers>(
    tabId: number,
    command: Extract<PageCommand, { kind: K }>,
  ): Promise<CommandAnswers[K] | null>;
  /** Pages that show one of these conversations. */
  serving(platform: string, conversationIds: ReadonlySet<string>): readonly [number, PageState][];
  /** Resolves with the first non-null of `check`, tried now and on each change; null when time is up. */
  until<T>(check: () => T | null, limitMs: number): Promise<T | null>;
  /** Something outside the directory that an `until` watches has changed. */
  changed(): void;
}

export function createPageDirectory(tabs: Tabs, clock: Clock): PageDirectory {
  const pages = new Map<number, PageState>();
  const waiting = new Set<() => void>();

  function changed(): void {
    for (const look of waiting) look();
  }

  function ask<K extends keyof CommandAnswers>(
    tabId: number,
    command: Extract<PageCommand, { kind: K }>,
  ): Promise<CommandAnswers[K] | null> {
    const kind: K = command.kind;
    return new Promise((resolve) => {
      const stop = clock.after(ANSWER_LIMITS_MS[kind], () => resolve(null));
      tabs.ask(tabId, command).then(
        (answer) => {
          stop();
          resolve(isCommandAnswer(kind, answer) ? answer : null);
        },
        () => {
          stop();
          resolve(null);
        },
      );
    });
  }

  function until<T>(check: () => T | null, limitMs: number): Promise<T | null> {
    return new Promise((resolve) => {
      const finish = (value: T | null): void => {
        stop();
        waiting.delete(look);
        resolve(value);
      };
      const look = (): void => {
        const value = check();
        if (value !== null) finish(value);
      };
      const stop = clock.after(limitMs, () => finish(null));
      waiting.add(look);
      look();
    });
  }

  return {
    pages,
    ask,
    until,
    changed,
    saw(tabId, state) {
      const fresh = !pages.has(tabId);
      pages.set(tabId, state);
      changed();
      return fresh;
    },
    forget(tabId) {
      if (pages.delete(tabId)) changed();
    },
    serving: (platform, ids) =>
      [...pages].filter(
        ([, state]) =>
          state.platform === platform &&
          state.remote_conversation_id !== null &&
          (ids.has(state.remote_conversation_id) || state.aliases.some((alias) => ids.has(alias))),
      ),
  };
}
