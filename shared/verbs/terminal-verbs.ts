import * as z from 'zod/mini';

import type { Verb } from './verb.ts';

const resource = z.optional(z.string().check(z.minLength(1), z.maxLength(256)));
const path = z.string().check(z.minLength(1), z.maxLength(4_096));
const command = z.string().check(z.minLength(1), z.maxLength(20_000));
const short = z.string().check(z.minLength(1), z.maxLength(500));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

const size = { cols: z._default(whole(20, 500), 120), rows: z._default(whole(5, 200), 32) };

const READS = {
  writes: false,
  risk: 'low',
  level: 'read',
  by: 'executor',
  limitMs: 10_000,
} as const;
const ACTS = {
  writes: true,
  risk: 'medium',
  level: 'act',
  by: 'executor',
  limitMs: 15_000,
} as const;

/** Verbs of a terminal, by name. */
export const TERMINAL_VERBS = {
  open: {
    ...ACTS,
    risk: 'high',
    limitMs: 30_000,
    help: 'Opens a terminal for this chat.',
    args: z.strictObject({
      cwd: z.optional(path),
      shell: z.optional(path),
      ...size,
      name: z.optional(short),
    }),
  },
  start: {
    ...ACTS,
    risk: 'high',
    limitMs: 30_000,
    isOwn: true,
    help: 'Starts a program in a terminal of its own.',
    args: z.strictObject({
      command: path,
      args: z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(100)),
      /** Names of variables that it gets beside those that every program needs. */
      env: z.array(short).check(z.maxLength(50)),
      cwd: path,
      ...size,
      name: z.optional(short),
    }),
  },
  say: {
    ...ACTS,
    limitMs: 600_000,
    isOwn: true,
    help: 'Types a text and Enter, and looks whether it arrived.',
    args: z.strictObject({
      resource,
      text: z.string().check(z.minLength(1), z.maxLength(200_000)),
      /** Nobody was asked about it, as it is harmless where a shell stands at its prompt in this folder: it is said there alone. */
      prompt_in: z.optional(path),
    }),
  },
  answer: {
    ...ACTS,
    isOwn: true,
    help: 'Presses what a person chose of what the program asks.',
    args: z.strictObject({
      resource,
      keys: z.string().check(z.minLength(1), z.maxLength(20)),
      /** The hash (SHA-256, base64url) of the screen that they were shown: another one is not answered. */
      screen: z.string().check(z.length(43)),
    }),
  },
  free: {
    ...READS,
    isOwn: true,
    help: 'Whoever typed there gives it back.',
    args: z.strictObject({ resource }),
  },
  heard: {
    ...READS,
    isOwn: true,
    help: 'All that was shown from a line on.',
    args: z.strictObject({ resource, from: whole(0, 100_000_000) }),
  },
  run: {
    ...ACTS,
    limitMs: 610_000,
    help: 'Runs a command and waits for its end.',
    args: z.strictObject({ resource, command, timeout_s: z._default(whole(1, 600), 60) }),
  },
  write: {
    ...ACTS,
    help: 'Writes to the program that runs.',
    args: z.strictObject({
      resource,
      text: z.string().check(z.maxLength(100_000)),
      enter: z._default(z.boolean(), false),
    }),
  },
  press: {
    ...ACTS,
    help: 'Presses keys, as Control+c or Up.',
    args: z.strictObject({
      resource,
      keys: z
        .array(z.string().check(z.minLength(1), z.maxLength(60)))
        .check(z.minLength(1), z.maxLength(50)),
    }),
  },
  read: {
    ...READS,
    help: 'The screen, or the last lines.',
    args: z.strictObject({
      resource,
      lines: z._default(whole(1, 10_000), 50),
      mode: z._default(z.enum(['screen', 'log']), 'screen'),
      from: z.optional(whole(0, 100_000_000)),
    }),
  },
  waitFor: {
    ...READS,
    limitMs: null,
    help: 'Waits for a text, for quiet, or for the end of the program.',
    args: z.strictObject({
      resource,
      text: z.optional(short),
      idle_ms: z.optional(whole(50, 300_000)),
      exit: z.optional(z.boolean()),
      timeout_ms: z._default(whole(0, 300_000), 30_000),
    }),
  },
  resize: {
    ...ACTS,
    risk: 'low',
    help: 'Sets the size of the terminal.',
    args: z.strictObject({ resource, cols: whole(20, 500), rows: whole(5, 200) }),
  },
  signal: {
    ...ACTS,
    help: 'Sends a signal to the program that runs.',
    args: z.strictObject({ resource, signal: z.enum(['INT', 'TERM', 'KILL']) }),
  },
  close: {
    ...ACTS,
    risk: 'low',
    by: 'conductor',
    limitMs: 5_000,
    help: 'Closes the terminal.',
    args: z.strictObject({ resource }),
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** Verbs of a service: a program that goes on running. */
export const SERVICE_VERBS = {
  open: {
    ...ACTS,
    risk: 'high',
    limitMs: 120_000,
    help: 'Starts a program that goes on running.',
    args: z.strictObject({
      command,
      cwd: z.optional(path),
      ready: z.optional(
        z.union([z.strictObject({ port: whole(1, 65_535) }), z.strictObject({ text: short })]),
      ),
      restart: z._default(z.boolean(), false),
    }),
  },
  logs: {
    ...READS,
    help: 'Its last lines.',
    args: z.strictObject({
      resource,
      lines: z._default(whole(1, 10_000), 50),
      from: z.optional(whole(0, 100_000_000)),
    }),
  },
  close: {
    ...ACTS,
    risk: 'low',
    by: 'conductor',
    limitMs: 5_000,
    help: 'Ends it.',
    args: z.strictObject({ resource }),
  },
} as const satisfies Readonly<Record<string, Verb>>;

/** Verbs of any resource. */
export const RESOURCE_VERBS = {
  list: {
    ...READS,
    by: 'conductor',
    help: 'Lists what this chat has open.',
    args: z.strictObject({}),
  },
  close: {
    ...ACTS,
    risk: 'low',
    by: 'conductor',
    limitMs: 5_000,
    help: 'Closes one.',
    args: z.strictObject({ resource: z.string().check(z.minLength(1), z.maxLength(256)) }),
  },
  pin: {
    ...READS,
    by: 'conductor',
    help: 'Keeps one open when the chat is idle.',
    args: z.strictObject({
      resource: z.string().check(z.minLength(1), z.maxLength(256)),
      on: z._default(z.boolean(), true),
    }),
  },
} as const satisfies Readonly<Record<string, Verb>>;
