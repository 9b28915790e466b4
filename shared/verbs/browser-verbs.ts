import * as z from 'zod/mini';

import { mayHaveTarget, needsTarget, ref, target, targetFields } from './target.ts';
import type { Verb } from './verb.ts';

const MAX_TEXT = 100_000;
const MAX_SNAPSHOT = 7_500;
/** About 2,000 tokens of a dense table. */
const USUAL_SNAPSHOT = 5_000;
const LONGEST_WAIT_MS = 300_000;
const MAX_STEPS = 20;

/** The resource that is meant; without it the active tab of the chat. */
const resource = z.optional(z.string().check(z.minLength(1), z.maxLength(256)));
const url = z.string().check(z.minLength(1), z.maxLength(8_192));
const short = z.string().check(z.minLength(1), z.maxLength(500));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** How long an element may take to become ready. */
const patience = { timeout_ms: z._default(whole(0, 60_000), 5_000) };
const acting = { resource, ...targetFields, ...patience };

const READS = { writes: false, risk: 'low', level: 'read', by: 'executor' } as const;
const ACTS = {
  writes: true,
  risk: 'medium',
  level: 'act',
  by: 'executor',
  limitMs: 15_000,
} as const;
const OF_US = {
  writes: false,
  risk: 'low',
  level: 'read',
  by: 'conductor',
  limitMs: 5_000,
} as const;

const click = {
  ...ACTS,
  help: 'Clicks an element.',
  args: z
    .strictObject({
      ...acting,
      button: z._default(z.enum(['left', 'middle', 'right']), 'left'),
      count: z._default(whole(1, 3), 1),
      modifiers: z._default(z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])), []),
      at: z.optional(z.strictObject({ x: z.number(), y: z.number() })),
    })
    .check(needsTarget),
} satisfies Verb;

const type = {
  ...ACTS,
  help: 'Types into a field. submit sends its form, keys types key by key.',
  args: z
    .strictObject({
      ...acting,
      text: z.string().check(z.maxLength(MAX_TEXT)),
      replace: z._default(z.boolean(), true),
      submit: z._default(z.boolean(), false),
      keys: z._default(z.boolean(), false),
    })
    .check(needsTarget),
} satisfies Verb;

const select = {
  ...ACTS,
  help: 'Chooses options by value or label.',
  args: z
    .strictObject({
      ...acting,
      values: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(100)),
    })
    .check(needsTarget),
} satisfies Verb;

const check = {
  ...ACTS,
  help: 'Turns a checkbox, radio or switch on or off.',
  args: z.strictObject({ ...acting, on: z.boolean() }).check(needsTarget),
} satisfies Verb;

const press = {
  ...ACTS,
  limitMs: 10_000,
  help: 'Presses a key, as Enter or Control+a.',
  args: z
    .strictObject({ ...acting, key: z.string().check(z.minLength(1), z.maxLength(60)) })
    .check(mayHaveTarget),
} satisfies Verb;

const hover = {
  ...ACTS,
  risk: 'low',
  limitMs: 10_000,
  help: 'Moves the pointer onto an element.',
  args: z.strictObject(acting).check(needsTarget),
} satisfies Verb;

const scroll = {
  ...ACTS,
  risk: 'low',
  limitMs: 10_000,
  help: 'Scrolls the page, or an element, by pixels or to an end.',
  args: z
    .strictObject({
      ...acting,
      by: z.optional(
        z.strictObject({ x: z._default(z.number(), 0), y: z._default(z.number(), 0) }),
      ),
      to: z.optional(z.enum(['top', 'bottom', 'into_view'])),
    })
    .check(mayHaveTarget),
} satisfies Verb;

const drag = {
  ...ACTS,
  help: 'Drags one element onto another.',
  args: z.strictObject({ resource, from: target, to: target, ...patience }),
} satisfies Verb;

const upload = {
  ...ACTS,
  risk: 'high',
  limitMs: 30_000,
  help: 'Puts artifacts into a file field.',
  args: z
    .strictObject({
      ...acting,
      artifacts: z
        .array(z.string().check(z.minLength(1), z.maxLength(256)))
        .check(z.minLength(1), z.maxLength(8)),
    })
    .check(needsTarget),
} satisfies Verb;

const snapshot = {
  ...READS,
  limitMs: 10_000,
  help: 'The page as lines with refs. from goes on where the last one stopped; since gives changes alone.',
  args: z.strictObject({
    resource,
    from: z.optional(whole(1, 1_000_000)),
    within: z.optional(ref),
    max_chars: z._default(whole(200, MAX_SNAPSHOT), USUAL_SNAPSHOT),
    since: z.optional(z.string().check(z.regex(/^s\d{1,9}$/, 'is a snapshot, as s7'))),
  }),
} satisfies Verb;

const waitFor = {
  ...READS,
  limitMs: null,
  help: 'Waits for an element, a text, that one is gone, an address or quiet.',
  args: z
    .strictObject({
      resource,
      selector: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
      ref: z.optional(ref),
      text: z.optional(short),
      gone: z.optional(z.union([z.string().check(z.minLength(1), z.maxLength(1_000)), target])),
      url: z.optional(url),
      idle: z.optional(z.boolean()),
      timeout_ms: z._default(whole(0, LONGEST_WAIT_MS), 30_000),
    })
    .check(
      z.refine(
        ({ selector, ref: one, text, gone, url: to, idle }) =>
          [selector, one, text, gone, to, idle].filter((way) => way !== undefined).length === 1,
        { error: 'give one of selector, ref, text, gone, url, idle' },
      ),
    ),
} satisfies Verb;

/** Verbs that may be a step of `act`, with their own arguments. */
export const STEP_VERBS = {
  click,
  type,
  select,
  check,
  press,
  hover,
  scroll,
  drag,
  waitFor,
} as const;

const step = z
  .looseObject({ verb: z.enum(Object.keys(STEP_VERBS) as (keyof typeof STEP_VERBS)[]) })
  .check((context) => {
    const { verb, ...args } = context.value;
    const checked = STEP_VERBS[verb]?.args.safeParse(args);
    if (checked === undefined || checked.success) return;
    for (const { path, message } of checked.error.issues) {
      context.issues.push({ code: 'custom', path, message, input: context.value });
    }
  });

/** Verbs of a page, by name. */
export const BROWSER_VERBS = {
  ensure: {
    ...ACTS,
    risk: 'low',
    level: 'read',
    limitMs: 30_000,
    help: 'Opens a tab of its own for this chat.',
    args: z.strictObject({
      url: z.optional(url),
      in: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'tab'),
      background: z._default(z.boolean(), true),
      pinned: z._default(z.boolean(), false),
    }),
  },
  tabs: { ...OF_US, help: 'Lists the tabs of this chat.', args: z.strictObject({}) },
  switchTab: {
    ...OF_US,
    help: 'Makes another tab the active one of this chat.',
    args: z
      .strictObject({
        tab: z.optional(z.union([z.string().check(z.maxLength(256)), z.int()])),
        tabId: z.optional(z.union([z.string().check(z.maxLength(256)), z.int()])),
        index: z.optional(whole(0, 1_000)),
        urlContains: z.optional(short),
      })
      .check(
        z.refine(
          ({ tab, tabId, index, urlContains }) =>
            [tab, tabId, index, urlContains].filter((way) => way !== undefined).length === 1,
          { error: 'give one of tab, index, urlContains' },
        ),
      ),
  },
  navigate: {
    ...ACTS,
    risk: 'low',
    level: 'read',
    limitMs: 30_000,
    help: 'Goes to an address, back, forward, or loads again.',
    args: z
      .strictObject({
        resource,
        url: z.optional(url),
        to: z.optional(z.enum(['back', 'forward', 'reload'])),
      })
      .check(
        z.refine(({ url: address, to }) => (address === undefined) !== (to === undefined), {
          error: 'give url or to',
        }),
      ),
  },
  snapshot,
  find: {
    ...READS,
    limitMs: 10_000,
    help: 'Lines of the page that fit a text, a role or a name.',
    args: z
      .strictObject({
        resource,
        text: z.optional(short),
        role: z.optional(short),
        name: z.optional(short),
        limit: z._default(whole(1, 50), 10),
      })
      .check(
        z.refine(({ text, role, name }) => (text ?? role ?? name) !== undefined, {
          error: 'give text, role or name',
        }),
      ),
  },
  extract: {
    ...READS,
    limitMs: 30_000,
    help: 'The text of the page; as JSON its tables, lists and links, or the named fields.',
    args: z.strictObject({
      resource,
      within: z.optional(ref),
      format: z._default(z.enum(['markdown', 'text', 'json']), 'markdown'),
      fields: z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(100)), target)),
      from: z.optional(whole(0, 100_000_000)),
      max_chars: z._default(whole(200, 1_000_000), 6_000),
    }),
  },
  screenshot: {
    ...READS,
    limitMs: 15_000,
    help: 'A picture of the page.',
    args: z.strictObject({
      resource,
      within: z.optional(ref),
      format: z._default(z.enum(['png', 'jpeg']), 'png'),
      full: z._default(z.boolean(), false),
    }),
  },
  click,
  type,
  select,
  check,
  press,
  hover,
  scroll,
  drag,
  upload,
  dialog: {
    ...ACTS,
    limitMs: 5_000,
    help: "Answers the page's dialog, the open one or the next.",
    args: z.strictObject({
      resource,
      accept: z.boolean(),
      text: z.optional(z.string().check(z.maxLength(2_000))),
    }),
  },
  act: {
    ...ACTS,
    limitMs: 60_000,
    help: 'Several steps in one call, as {"verb":"click","ref":"e1"}; stops at the first that fails.',
    args: z.strictObject({
      resource,
      steps: z.array(step).check(z.minLength(1), z.maxLength(MAX_STEPS)),
      snapshot_after: z._default(z.boolean(), false),
    }),
  },
  waitFor,
  handOver: {
    ...OF_US,
    limitMs: null,
    help: 'Asks the person to do something in the page, as to log in, and waits.',
    args: z.strictObject({ resource, reason: short }),
  },
  show: {
    ...OF_US,
    help: 'Offers the person to bring the tab to the front.',
    args: z.strictObject({ resource }),
  },
  closeTab: {
    ...ACTS,
    risk: 'low',
    level: 'read',
    limitMs: 5_000,
    by: 'conductor',
    help: 'Closes a tab that was opened, gives back one that was lent.',
    args: z.strictObject({
      tab: z.optional(z.union([z.string().check(z.maxLength(256)), z.int()])),
    }),
  },
} as const satisfies Readonly<Record<string, Verb>>;
