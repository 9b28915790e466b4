import type { WordKey } from '../../words/word.ts';

/** A number as a person reads it: in the largest unit that leaves it whole. */
export interface Unit {
  /** Null: it is a plain number. */
  readonly name: WordKey | null;
  readonly size: number;
}

export const DURATIONS: readonly Unit[] = [
  { name: 'unit_days', size: 86_400_000 },
  { name: 'unit_hours', size: 3_600_000 },
  { name: 'unit_minutes', size: 60_000 },
  { name: 'unit_seconds', size: 1_000 },
  { name: 'unit_milliseconds', size: 1 },
];

export const SIZES: readonly Unit[] = [
  { name: 'unit_gigabytes', size: 2 ** 30 },
  { name: 'unit_megabytes', size: 2 ** 20 },
  { name: 'unit_kilobytes', size: 2 ** 10 },
  { name: 'unit_bytes', size: 1 },
];

export const PLAIN: readonly Unit[] = [{ name: null, size: 1 }];

export type Kind =
  /** Each as it is sent, and what it is called. */
  | { readonly is: 'choice'; readonly of: readonly (readonly [string | boolean, WordKey])[] }
  | {
      readonly is: 'number';
      readonly units: readonly Unit[];
      readonly min: number;
      readonly max: number;
      /** Name of null, where the value may be null. */
      readonly none?: WordKey;
    }
  /** Texts, one a line, as `example` is one. */
  | { readonly is: 'lines'; readonly example: string }
  /** One, or none. */
  | { readonly is: 'text'; readonly example: string };

/** One setting of the conductor, as this page lets it be changed. */
export interface Field {
  readonly keys: readonly string[];
  readonly says: WordKey;
  readonly hint?: WordKey;
  readonly kind: Kind;
}

const number = (min: number, max: number): Kind => ({ is: 'number', units: PLAIN, min, max });

const duration = (min: number, none?: WordKey): Kind => ({
  is: 'number',
  units: DURATIONS,
  min,
  max: Number.MAX_SAFE_INTEGER,
  ...(none !== undefined && { none }),
});

const bytes = (min: number, max: number, none?: WordKey): Kind => ({
  is: 'number',
  units: SIZES,
  min,
  max,
  ...(none !== undefined && { none }),
});

const byRisk: Kind = {
  is: 'choice',
  of: [
    ['run', 'decision_run'],
    ['ask', 'decision_ask'],
    ['deny', 'decision_deny'],
  ],
};

/** Bounds as in shared/api/settings.ts, which judges what is sent. */
export const GROUPS = [
  {
    id: 'policy',
    says: 'settings_policy',
    fields: [
      { keys: ['policy', 'low'], says: 'risk_low', kind: byRisk },
      { keys: ['policy', 'medium'], says: 'risk_medium', kind: byRisk },
      { keys: ['policy', 'high'], says: 'risk_high', kind: byRisk },
      {
        keys: ['approvals_expire_after_ms'],
        says: 'settings_expire',
        kind: duration(1_000, 'settings_never'),
      },
    ],
  },
  {
    id: 'limits',
    says: 'settings_limits',
    fields: [
      {
        keys: ['loop_breaker', 'max_equal_rounds'],
        says: 'settings_loop',
        hint: 'settings_loop_hint',
        kind: number(0, 100),
      },
      {
        keys: ['conversations_max_depth'],
        says: 'settings_depth',
        hint: 'settings_depth_hint',
        kind: number(1, 16),
      },
      {
        keys: ['artifacts', 'max_bytes'],
        says: 'settings_artifact_size',
        kind: bytes(1_024, 4 * 2 ** 30),
      },
      {
        keys: ['artifacts', 'quota_bytes'],
        says: 'settings_artifact_quota',
        kind: bytes(1_024, 2 ** 40),
      },
    ],
  },
  {
    id: 'agents',
    says: 'place_agents',
    fields: [
      {
        keys: ['agents', 'models'],
        says: 'settings_agent_models',
        hint: 'settings_agent_models_hint',
        kind: { is: 'lines', example: 'local:qwen3' },
      },
      {
        keys: ['agents', 'max_runs_at_once'],
        says: 'settings_agent_runs',
        hint: 'settings_agent_runs_hint',
        kind: number(1, 64),
      },
      {
        keys: ['agents', 'max_work_ms'],
        says: 'settings_agent_work',
        kind: duration(1_000, 'settings_agent_work_none'),
      },
      {
        keys: ['agents', 'model_patience_ms'],
        says: 'settings_agent_patience',
        hint: 'settings_agent_patience_hint',
        kind: duration(1_000, 'settings_forever'),
      },
      {
        keys: ['agents', 'rollover_tokens'],
        says: 'settings_agent_rollover',
        kind: number(2_000, 10_000_000),
      },
    ],
  },
  {
    id: 'runs',
    says: 'place_runs',
    fields: [
      {
        keys: ['runs', 'enabled'],
        says: 'place_runs',
        kind: {
          is: 'choice',
          of: [
            [true, 'look_singleKeys_on'],
            [false, 'look_singleKeys_off'],
          ],
        },
      },
      { keys: ['runs', 'max_open'], says: 'settings_run_max_open', kind: number(1, 64) },
      { keys: ['runs', 'max_workers'], says: 'settings_run_max_workers', kind: number(2, 20) },
      { keys: ['runs', 'max_tasks'], says: 'settings_run_max_tasks', kind: number(2, 20) },
      { keys: ['runs', 'max_texts'], says: 'settings_run_max_texts', kind: number(1, 10_000) },
      { keys: ['runs', 'max_ms'], says: 'settings_run_max_ms', kind: duration(60_000) },
      { keys: ['runs', 'silent_ms'], says: 'settings_run_silent', kind: duration(1_000) },
      { keys: ['runs', 'stuck_ms'], says: 'settings_run_stuck', kind: duration(60_000) },
      {
        keys: ['runs', 'ladder'],
        says: 'run_ladder',
        kind: {
          is: 'choice',
          of: [
            ['none', 'run_ladder_none'],
            ['ask', 'run_ladder_ask'],
            ['restart', 'run_ladder_restart'],
          ],
        },
      },
      {
        keys: ['runs', 'medium'],
        says: 'settings_run_medium',
        kind: {
          is: 'choice',
          of: [
            ['shells', 'settings_run_medium_shells'],
            ['ask', 'decision_ask'],
            ['run', 'decision_run'],
          ],
        },
      },
      {
        keys: ['runs', 'trusted_folders'],
        says: 'settings_run_trusted',
        hint: 'settings_run_trusted_hint',
        kind: { is: 'lines', example: '/home/me/project' },
      },
      {
        keys: ['runs', 'digest_ms'],
        says: 'settings_run_digest',
        hint: 'settings_run_digest_hint',
        kind: duration(60_000),
      },
      {
        keys: ['runs', 'history_ms'],
        says: 'settings_run_history',
        kind: duration(60_000, 'settings_forever'),
      },
      {
        keys: ['runs', 'deep_link'],
        says: 'settings_run_deep_link',
        hint: 'settings_run_deep_link_hint',
        kind: { is: 'text', example: 'http://127.0.0.1:8080/#/client/{run_id}' },
      },
    ],
  },
  {
    id: 'resources',
    says: 'settings_resources',
    fields: [
      { keys: ['resources', 'max_browser'], says: 'settings_max_pages', kind: number(1, 64) },
      { keys: ['resources', 'max_terminal'], says: 'settings_max_terminals', kind: number(0, 64) },
      { keys: ['resources', 'max_service'], says: 'settings_max_services', kind: number(0, 64) },
      { keys: ['resources', 'max_queued'], says: 'settings_max_queued', kind: number(1, 1_000) },
      {
        keys: ['resources', 'max_queued_of_session'],
        says: 'settings_max_queued_of_session',
        kind: number(1, 10_000),
      },
      {
        keys: ['resources', 'turn_ms'],
        says: 'settings_turn',
        hint: 'settings_turn_hint',
        kind: duration(10_000),
      },
      {
        keys: ['resources', 'idle_close_ms'],
        says: 'settings_idle_close',
        hint: 'settings_idle_close_hint',
        kind: duration(60_000, 'settings_never'),
      },
      {
        keys: ['resources', 'client_grace_ms'],
        says: 'settings_client_grace',
        hint: 'settings_client_grace_hint',
        kind: duration(60_000),
      },
      {
        keys: ['resources', 'max_events_per_second'],
        says: 'settings_max_events',
        kind: number(1, 100),
      },
      {
        keys: ['resources', 'work_window'],
        says: 'settings_work_window',
        hint: 'settings_work_window_hint',
        kind: {
          is: 'choice',
          of: [
            ['own', 'work_window_own'],
            ['beside', 'work_window_beside'],
          ],
        },
      },
      { keys: ['resources', 'worker_origins'], says: 'settings_worker_origins', kind: byRisk },
      {
        keys: ['resources', 'roots'],
        says: 'settings_roots',
        kind: { is: 'lines', example: '/home/me/work' },
      },
    ],
  },
  {
    id: 'retention',
    says: 'settings_retention',
    fields: [
      {
        keys: ['retention', 'events_ms'],
        says: 'settings_keep_events',
        kind: duration(60_000, 'settings_forever'),
      },
      {
        keys: ['retention', 'messages_ms'],
        says: 'settings_keep_messages',
        kind: duration(60_000, 'settings_forever'),
      },
      {
        keys: ['retention', 'jobs_ms'],
        says: 'settings_keep_jobs',
        kind: duration(60_000, 'settings_forever'),
      },
      {
        keys: ['retention', 'artifacts_ms'],
        says: 'settings_keep_artifacts',
        kind: duration(60_000, 'settings_forever'),
      },
      {
        keys: ['retention', 'max_database_bytes'],
        says: 'settings_database',
        kind: bytes(2 ** 20, Number.MAX_SAFE_INTEGER, 'settings_unlimited'),
      },
    ],
  },
] as const satisfies readonly {
  readonly id: string;
  readonly says: WordKey;
  readonly fields: readonly Field[];
}[];

/** The largest unit in which it is whole, and how many of them it is. */
export function inUnit(
  value: number,
  units: readonly Unit[],
): { readonly amount: number; readonly unit: Unit } {
  const unit = units.find(({ size }) => value >= size && value % size === 0) ?? units.at(-1);
  if (unit === undefined) throw new Error('A number has at least one unit.');
  return { amount: value / unit.size, unit };
}

/** Reads a person's text as the conductor takes it; null: it is no number, or out of range. */
export function readAmount(
  text: string,
  unit: Unit,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const said = text.trim().replace(',', '.');
  if (!/^\d+(\.\d+)?$/.test(said)) return null;
  // Half of a thing that is counted is no number of it.
  if (unit.name === null && said.includes('.')) return null;
  const value = Math.round(Number(said) * unit.size);
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : null;
}

/** Groups whose fields are not all alike: each is drawn by a part of its own. */
export const OTHERS = [
  { id: 'modes', says: 'settings_modes' },
  { id: 'pacing', says: 'settings_pacing' },
  { id: 'look', says: 'settings_look' },
  { id: 'sessions', says: 'settings_sessions' },
  { id: 'data', says: 'settings_data' },
  { id: 'about', says: 'settings_about' },
] as const satisfies readonly { readonly id: string; readonly says: WordKey }[];
