import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ConversationTracker } from '../../../extension/content/conversation-tracker.ts';
import type { Exchange } from '../../../extension/content/exchange.ts';
import type { KeptIds } from '../../../extension/content/kept-ids.ts';
import { isNumbered } from '../../../extension/content/said-numbers.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';

/** Ways in which a site's answers name the conversation of an exchange. */
const KINDS = [
  'counts',
  'counts over all',
  'random',
  'repeats',
  'same for all',
  'is told',
  'is told and counts',
  'is told the last count',
] as const;
type Kind = (typeof KINDS)[number];

/** One exchange of a person with one of two conversations, in one of two tabs. */
interface Step {
  readonly conversation: 0 | 1;
  readonly tab: 0 | 1;
  /** The next one follows before a name was made. */
  readonly isQuick: boolean;
}

/** A tab whose page has no id in its address, and the names that its exchanges were told under. */
class Tab {
  readonly names = new Map<Exchange, string>();
  readonly aliases: (readonly [string, string])[] = [];
  readonly #page: ConversationTracker;
  #answered: { readonly exchange: Exchange; readonly id: string | null }[] = [];

  constructor() {
    const kept = new Map<string, string>();
    const keptIds: KeptIds = {
      read: (page) => kept.get(page.pathname) ?? null,
      keep: (page, id) => void kept.set(page.pathname, id),
      forget: (page) => void kept.delete(page.pathname),
    };
    const url = new URL('https://chat.example/');
    this.#page = new ConversationTracker(generic, url, () => this.#tell(), keptIds);
  }

  ask(sentTo: string | null, said: string, isShown: boolean, isQuick: boolean): Exchange {
    const send = {
      kind: 'next',
      text: '',
      userMessageId: null,
      remoteConversationId: sentTo,
      parentMessageId: null,
    } as const;
    const { placeNumber } = this.#page;
    const exchange = { id: ++exchanges, send, resume: null, placeNumber } as Exchange;
    this.#page.sent(sentTo);
    const id = this.#page.answerNamed(said, exchange, isShown);
    this.#page.answered(send, placeNumber);
    this.#answered.push({ exchange, id });
    this.#tell();
    if (!isQuick) this.name();
    return exchange;
  }

  /** As the reporter of replies does two seconds after one that has no name. */
  name(): void {
    if (this.#answered.length > 0) this.#page.nameIt();
  }

  /** As the reporter of replies does whenever the place changes. */
  #tell(): void {
    const { remoteConversationId: here, aliases } = this.#page.place;
    if (here !== null) this.aliases.push(...aliases.map((alias) => [here, alias] as const));
    this.#answered = this.#answered.filter(({ exchange, id }) => {
      const name = this.#page.shownTo(exchange.placeNumber, null) ?? id;
      if (name !== null) this.names.set(exchange, name);
      return name === null;
    });
  }
}

let exchanges = 0;
const NAMES = [crypto.randomUUID(), crypto.randomUUID()] as const;

/** The names of each conversation, after these exchanges. */
function namesAfter(
  kinds: readonly [Kind, Kind],
  steps: readonly Step[],
  showsTurns: boolean,
): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const tabs = [new Tab(), new Tab()];
  const shown: (0 | 1 | null)[] = [null, null];
  const own = [0, 0];
  let all = 0;
  const told = steps.map(({ conversation, tab, isQuick }) => {
    const kind = kinds[conversation];
    own[conversation] = (own[conversation] ?? 0) + 1;
    const said = {
      counts: `run-${own[conversation]}`,
      'counts over all': String((all += 1)),
      random: crypto.randomUUID(),
      repeats: String(1_000 + conversation),
      'same for all': '1',
      'is told': `talk-${conversation}`,
      'is told and counts': `run-${own[conversation]}`,
      'is told the last count': `run-${own[conversation]}`,
    }[kind];
    const name = {
      'is told': said,
      'is told and counts': NAMES[conversation],
      'is told the last count': `run-${own[conversation] - 1}`,
    };
    const isFirst = own[conversation] === 1;
    const sentTo = isFirst ? null : ((name as Partial<Record<Kind, string>>)[kind] ?? null);
    const isShown = showsTurns && shown[tab] === conversation;
    shown[tab] = conversation;
    const exchange = tabs[tab]?.ask(sentTo, said, isShown, isQuick);
    return { exchange, conversation, tab };
  });
  for (const tab of tabs) tab.name();
  const sets = [new Set<string>(), new Set<string>()] as const;
  for (const { exchange, conversation, tab } of told) {
    const name = exchange && tabs[tab]?.names.get(exchange);
    sets[conversation].add(name ?? 'no name');
  }
  // Two ids that were told to be of one conversation.
  const aliases = tabs.flatMap((tab) => tab.aliases);
  for (let size = -1; size < sets[0].size + sets[1].size;) {
    size = sets[0].size + sets[1].size;
    for (const names of sets)
      for (const pair of aliases)
        if (pair.some((id) => names.has(id))) for (const id of pair) names.add(id);
  }
  return sets;
}

const anyKind = fc.constantFrom(...KINDS);
const anyStep: fc.Arbitrary<Step> = fc.record({
  conversation: fc.constantFrom(0, 1),
  tab: fc.constantFrom(0, 1),
  isQuick: fc.boolean(),
});

describe('what answers call two conversations by', () => {
  test('never makes them one', () => {
    fc.assert(
      fc.property(
        fc.tuple(anyKind, anyKind),
        fc.array(anyStep, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (kinds, steps, showsTurns) => {
          const [one, other] = namesAfter(kinds, steps, showsTurns);
          expect([...one].filter((name) => other.has(name))).toEqual([]);
          expect([...one, ...other]).not.toContain('no name');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each(KINDS.filter((kind) => kind !== 'random'))(
    'leaves one on a page that shows it one, if it %s',
    (kind) => {
      const anyQuick = fc.array(fc.boolean(), { minLength: 2, maxLength: 8 });
      fc.assert(
        fc.property(anyQuick, (quick) => {
          const steps = quick.map((isQuick) => ({ conversation: 0, tab: 0, isQuick }) as const);
          const [names] = namesAfter([kind, kind], steps, true);
          // One of ours, and the one that the site was told.
          const told = kind === 'is told' ? 'talk-0' : NAMES[0];
          const made = [...names].filter((name) => name !== told);
          expect(made.length).toBeLessThanOrEqual(1);
          expect(made.every((name) => name.startsWith('made-'))).toBe(true);
          expect(names.has(told)).toBe(
            kind === 'is told and counts' || (kind === 'is told' && made.length === 0),
          );
        }),
      );
    },
  );
});

test.each(['7', '17', 'run-17', 'msg_000123', '1732800000000', 'talk-0001'])(
  '%s may be the next of its kind',
  (id) => expect(isNumbered(id)).toBe(true),
);

test.each([
  '',
  'main',
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  '01J9Z3K8T5',
  'a1b2',
  'run 17',
  '1.2',
])('%o is not counted up', (id) => expect(isNumbered(id)).toBe(false));
