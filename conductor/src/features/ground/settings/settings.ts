import type * as z from 'zod';

import type { settings } from '../../../../../shared/api/settings.ts';

/** Settings that a person can change while the conductor runs. */
export type Settings = z.output<typeof settings>;

/** Reads the settings in force. It is cheap: read them each time instead of keeping a value. */
export interface SettingsNow {
  current(): Settings;
}

/** Defaults for people who use their own accounts. A limit that a site names always wins. */
export const DEFAULT_SETTINGS: Settings = {
  pacing: {
    default: {
      min_spacing_ms: 2_000,
      jitter_ms: 2_000,
      rolling: { max_sends: 60, window_ms: 3_600_000 },
    },
    local: { min_spacing_ms: 0, jitter_ms: 0, rolling: null },
    chatgpt: {
      min_spacing_ms: 2_000,
      jitter_ms: 2_000,
      rolling: { max_sends: 120, window_ms: 10_800_000 },
    },
    claude: {
      min_spacing_ms: 3_000,
      jitter_ms: 3_000,
      rolling: { max_sends: 40, window_ms: 18_000_000 },
    },
  },
  // As much as all results of a reply together, where a site is not known to take less.
  max_message_chars: { default: 32_000, local: 32_000, copilot: 10_240, agent: 200_000 },
  default_modes: {},
  policy: { low: 'run', medium: 'ask', high: 'ask' },
  approvals_expire_after_ms: null,
  loop_breaker: { max_equal_rounds: 3 },
  agents: {
    max_runs_at_once: 8,
    models: [],
    rollover_tokens: 60_000,
    model_patience_ms: 600_000,
    max_work_ms: null,
  },
  runs: {
    enabled: true,
    max_open: 4,
    max_workers: 8,
    max_tasks: 5,
    max_texts: 300,
    max_ms: 8 * 3_600_000,
    silent_ms: 30_000,
    stuck_ms: 600_000,
    ladder: 'ask',
    medium: 'shells',
    trusted_folders: [],
    digest_ms: 600_000,
    history_ms: null,
    deep_link: null,
  },
  conversations_max_depth: 4,
  artifacts: { max_bytes: 64 * 2 ** 20, quota_bytes: 2 * 2 ** 30 },
  resources: {
    max_browser: 8,
    max_terminal: 4,
    max_service: 4,
    max_queued: 64,
    max_queued_of_session: 256,
    turn_ms: 600_000,
    idle_close_ms: 7_200_000,
    client_grace_ms: 1_800_000,
    max_events_per_second: 20,
    work_window: 'own',
    worker_origins: 'ask',
    roots: [],
  },
  retention: {
    events_ms: 90 * 86_400_000,
    messages_ms: null,
    jobs_ms: null,
    artifacts_ms: 90 * 86_400_000,
    max_database_bytes: null,
  },
};
