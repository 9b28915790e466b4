import * as z from 'zod';

import { defineTool, failed, jsonResult } from '../tool.ts';

/** `conductor::time` */
export const time = defineTool({
  id: 'conductor::time',
  params: z.strictObject({
    zone: z.string().min(1).max(64).optional().describe('IANA time zone, as Asia/Shanghai'),
  }),
  risk: 'low',
  harmless: true,
  help: 'The time now, in UTC or the IANA zone named.',
  run: ({ zone = 'UTC' }, { now }) => {
    const epochMs = now();
    const clock = clockOf(zone);
    if (clock === null) {
      return failed(
        'invalid_params',
        `params.zone: ${JSON.stringify(zone)} is no IANA time zone; write it as "Europe/Berlin".`,
      );
    }
    return jsonResult({ iso: isoWithOffset(clock, epochMs), zone, epoch_ms: epochMs });
  },
});

/** Node's own zone data decide which zones there are; null for one it does not know. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  try {
    // Of the locales with plain digits and 24 hours, Swedish also orders the parts as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  } catch {
    return null;
  }
}

/** ISO 8601 with the zone's offset at that moment, as `2026-11-20T09:30:00+08:00`. */
function isoWithOffset(clock: Intl.DateTimeFormat, epochMs: number): string {
  const local = clock.format(epochMs).replace(' ', 'T');
  // Read as if it were UTC, the local time is off by exactly the zone's offset.
  const offsetMinutes = Math.round((Date.parse(`${local}Z`) - epochMs) / 60_000);
  if (offsetMinutes === 0) return `${local}Z`;
  const sign = offsetMinutes < 0 ? '-' : '+';
  const hours = Math.trunc(Math.abs(offsetMinutes) / 60);
  const minutes = Math.abs(offsetMinutes) % 60;
  return `${local}${sign}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
