import * as z from 'zod';

import { WORK_WINDOWS } from '../model/resource-words.ts';
import { one, operation, plain } from './define.ts';
import { durationMs } from './fields.ts';
import { ladder } from './run-fields.ts';

const rolling = z.strictObject({
  max_sends: z.int().min(1).max(100_000),
  window_ms: z
    .int()
    .min(1_000)
    .max(7 * 86_400_000),
});

export const pace = z.strictObject({
  /** Least time between two sends of one account. */
  min_spacing_ms: z.int().min(0).max(3_600_000),
  /** Up to that much more, by chance. */
  jitter_ms: z.int().min(0).max(3_600_000),
  /** At most `max_sends` within `window_ms`; null: no such limit. */
  rolling: rolling.nullable(),
});

/** Most sites in `default_modes`; the overview frame that browsers get has the same limit. */
const MAX_SITES = 500;

/** Everything a person can change while the conductor runs. */
export const settings = z.strictObject({
  /** Pace for each platform; `default` for the rest, `local` for sites on this machine. */
  pacing: z.record(z.string().min(1).max(280), pace),
  /**
   * Longest message for each platform, keyed as `pacing`, in UTF-16 units. A longer message leaves as a part that names
   * the whole.
   */
  max_message_chars: z.record(z.string().min(1).max(280), z.int().min(1_000).max(1_000_000)),
  /** Mode in which a conversation new to Baton begins, for each platform; `manual` where none is named. */
  default_modes: z
    .record(z.string().min(1).max(280), z.enum(['auto', 'manual']))
    // guard: default-modes-few
    .refine((modes) => Object.keys(modes).length <= MAX_SITES, `is of ${MAX_SITES} sites at most`),
  policy: z.strictObject({
    low: z.enum(['run', 'ask', 'deny']),
    medium: z.enum(['run', 'ask', 'deny']),
    high: z.enum(['run', 'ask', 'deny']),
  }),
  /** Null: approvals wait for ever. */
  approvals_expire_after_ms: durationMs.min(1_000).nullable(),
  loop_breaker: z.strictObject({
    /** Equal rounds in a row that stop the conversation; 0 never does. */
    max_equal_rounds: z.int().min(0).max(100),
  }),
  agents: z.strictObject({
    /** Runs that work at once; those that wait for a person do not count. */
    max_runs_at_once: z.int().min(1).max(64),
    /** Models of agents that name none, as `endpoint:model`; the first that can serve does. */
    models: z.array(z.string().min(3).max(300)).max(20),
    /** A chat that serves as a model and has so many tokens, estimated, is left for a new one. */
    rollover_tokens: z.int().min(2_000).max(10_000_000),
    /** Milliseconds to wait for a chat that cannot be asked, where another model is named; null: for ever. */
    model_patience_ms: durationMs.min(1_000).nullable(),
    /** The longest that a run may work, whatever its agent says; null: as that says. */
    max_work_ms: durationMs.min(1_000).nullable(),
  }),
  /** Teams that work on a goal. */
  runs: z.strictObject({
    /** False: none begins, and what is open stands still, until it is true again. */
    enabled: z.boolean(),
    /** Runs that have not ended. */
    max_open: z.int().min(1).max(64),
    /** Workers of one run, its planner among them. */
    max_workers: z.int().min(2).max(20),
    /** Tasks in a plan that a planner makes. */
    max_tasks: z.int().min(2).max(20),
    /** Limits of runs that name none: texts to workers, and time from the start. */
    max_texts: z.int().min(1).max(10_000),
    max_ms: durationMs.min(60_000),
    /** Milliseconds a worker or a planner may be silent before it is asked. */
    silent_ms: durationMs.min(1_000),
    /** Milliseconds a worker may be silent within an answer before it counts as stuck. */
    stuck_ms: durationMs.min(60_000),
    /** How far Baton goes by itself with a worker that does not get on, in runs that say nothing of it. */
    ladder,
    /**
     * Texts to assistants that hint at harm: asked about first (`ask`) or not. Hints at great harm, and shell input
     * that is not known to be harmless, are always asked about.
     */
    medium: z.enum(['shells', 'ask', 'run']),
    /** In these folders, and below them, shells may be told unasked to run what the project says: its scripts, tests and tools. */
    trusted_folders: z
      .array(
        z
          .string()
          .regex(/^\/[^/]/, 'is a whole path, and not the root')
          .max(4_096),
      )
      .max(100),
    /** Milliseconds between reports of the state to a planner; after four without progress its run pauses. */
    digest_ms: durationMs.min(60_000),
    /** Milliseconds a finished run is kept, with its plan and its report; null: until a person removes it. */
    history_ms: durationMs.min(60_000).nullable(),
    /** Where a report leads to, as the remote desktop that it was made on: an address with `{run_id}`; null: nowhere. */
    deep_link: z
      .string()
      .regex(/^https?:\/\/\S+$/, 'is an address of the web')
      .max(2_000)
      .nullable(),
  }),
  conversations_max_depth: z.int().min(1).max(16),
  artifacts: z.strictObject({
    max_bytes: z
      .int()
      .min(1_024)
      .max(4 * 2 ** 30),
    quota_bytes: z
      .int()
      .min(1_024)
      .max(2 ** 40),
  }),
  /** Pages, terminals and services that chats act on. */
  resources: z.strictObject({
    /** Resources of one chat or program, open at once. */
    max_browser: z.int().min(1).max(64),
    max_terminal: z.int().min(0).max(64),
    max_service: z.int().min(0).max(64),
    /** Calls that wait for one page or terminal, and for all of a chat. */
    max_queued: z.int().min(1).max(1_000),
    max_queued_of_session: z.int().min(1).max(10_000),
    /** Milliseconds a call waits for its turn, and for an executor that is away. */
    turn_ms: durationMs.min(10_000),
    /** Milliseconds without use after which an opened resource that is not pinned closes; null: never. */
    idle_close_ms: durationMs.min(60_000).nullable(),
    /** Milliseconds between an MCP client's end and the closing of its open resources. */
    client_grace_ms: durationMs.min(60_000),
    /** Events that executors send of one resource; faster ones are dropped. */
    max_events_per_second: z.int().min(1).max(100),
    /**
     * Where tabs that a browser opens for chats stand: in a window of Baton's own, which does not take the focus, or behind
     * the person's others. In Firefox, where a new window takes the focus, it is behind them always.
     */
    work_window: z.enum(WORK_WINDOWS),
    /** A site that a chat wants in a browser of a worker: opened unasked, asked about, or refused. */
    worker_origins: z.enum(['run', 'ask', 'deny']),
    /** Terminals and services of this machine's worker run in these folders alone; none: anywhere. For its next start. */
    roots: z
      .array(
        z
          .string()
          .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'is a whole path')
          .max(4_096),
      )
      .max(32),
  }),
  /** Age and size above which data is deleted; null keeps it. Open work is never touched. */
  retention: z.strictObject({
    events_ms: durationMs.min(60_000).nullable(),
    messages_ms: durationMs.min(60_000).nullable(),
    jobs_ms: durationMs.min(60_000).nullable(),
    artifacts_ms: durationMs.min(60_000).nullable(),
    max_database_bytes: z
      .int()
      .min(2 ** 20)
      .nullable(),
  }),
});

const settingsNow = z.object({
  settings,
  changed: z.array(z.string()).meta({ description: 'Dotted names of what is not at its default.' }),
});

/** Every field that is left out stays as it is, at every depth. */
export const settingsPatch = settings.partial().extend({
  pacing: z
    .record(
      settings.shape.pacing.keyType,
      pace.partial().extend({ rolling: rolling.partial().nullable().optional() }),
    )
    .optional(),
  policy: settings.shape.policy.partial().optional(),
  loop_breaker: settings.shape.loop_breaker.partial().optional(),
  agents: settings.shape.agents.partial().optional(),
  runs: settings.shape.runs.partial().optional(),
  artifacts: settings.shape.artifacts.partial().optional(),
  resources: settings.shape.resources.partial().optional(),
  retention: settings.shape.retention.partial().optional(),
});

export const bySetting = z.object({
  id: z.string().min(1).max(600).meta({ description: 'Dotted, as `policy.medium`.' }),
});

export const settingsOperations = {
  getSettings: operation({
    ...plain,
    method: 'GET',
    path: '/v1/settings',
    tag: 'settings',
    scope: 'watch',
    summary: 'The settings in force, and which of them were changed.',
    response: settingsNow,
  }),
  updateSettings: operation({
    ...plain,
    method: 'PATCH',
    path: '/v1/settings',
    tag: 'settings',
    scope: 'full',
    summary: 'Changes settings, field by field; they hold at once.',
    body: settingsPatch,
    example: { policy: { medium: 'run' }, retention: { events_ms: 2_592_000_000 } },
    response: settingsNow,
  }),
  resetSetting: operation({
    ...one,
    method: 'DELETE',
    path: '/v1/settings/:id',
    tag: 'settings',
    scope: 'full',
    summary: 'Puts a setting, or a group of them, back to its default.',
    params: bySetting,
    response: settingsNow,
  }),
};
