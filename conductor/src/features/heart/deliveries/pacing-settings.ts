import type { Settings } from '../../ground/settings/feature.ts';
import type { Pace } from './account-pacing.ts';

/** The paces of the settings, by platform. */
export function pacesOf({ pacing }: Settings): Readonly<Record<string, Pace>> {
  return Object.fromEntries(
    Object.entries(pacing).map(([platform, { min_spacing_ms, jitter_ms, rolling }]) => [
      platform,
      {
        minSpacingMs: min_spacing_ms,
        jitterMs: jitter_ms,
        rolling: rolling && { maxSends: rolling.max_sends, windowMs: rolling.window_ms },
      },
    ]),
  );
}
