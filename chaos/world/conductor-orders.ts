import { z } from 'zod';

import { ClockReading } from './world-clock.ts';

/** Orders to the conductor under test, from the process that started it. */
export const ConductorOrder = z.discriminatedUnion('order', [
  z.object({ order: z.literal('clock'), reading: ClockReading }),
  /** Die right after the nth commit from now that holds the step. */
  z.object({ order: z.literal('die'), step: z.string(), nth: z.number() }),
  z.object({ order: z.literal('measure') }),
]);

export type ConductorOrder = z.infer<typeof ConductorOrder>;

export const ConductorMeasure = z.object({ rssBytes: z.number(), heapBytes: z.number() });

export type ConductorMeasure = z.infer<typeof ConductorMeasure>;
