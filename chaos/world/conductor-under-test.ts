import { pino } from 'pino';

import { readConfig } from '../../conductor/src/config.ts';
import { startConductor } from '../../conductor/src/conductor.ts';
import { ConductorOrder, type ConductorMeasure } from './conductor-orders.ts';
import { ClockReading, readClock } from './world-clock.ts';

/** The real conductor in a process of its own, with the world's clock, that can be told when to die. */
const asked = readConfig(process.argv.slice(2), {});
if (!asked.ok || asked.value.help) throw new Error('wrong flags');
let clock = ClockReading.parse(JSON.parse(process.env['CHAOS_CLOCK'] ?? 'null'));
let deadly: { readonly step: string; left: number } | null = null;

process.on('message', (message) => {
  const order = ConductorOrder.parse(message);
  switch (order.order) {
    case 'clock':
      clock = order.reading;
      return;
    case 'die':
      deadly = { step: order.step, left: order.nth };
      return;
    case 'measure': {
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      process.send?.({ rssBytes: rss, heapBytes: heapUsed } satisfies ConductorMeasure);
    }
  }
});
// Nobody would end it any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const log = pino({ level: asked.value.config.logLevel, base: null }, pino.destination(2));
const conductor = await startConductor(asked.value.config, log, {
  now: () => readClock(clock),
  steadyNow: () => readClock({ ...clock, offsetMs: 0 }),
  committed(steps) {
    if (deadly === null || !steps.includes(deadly.step)) return;
    deadly.left -= 1;
    if (deadly.left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${JSON.stringify({ event: 'listening', url: conductor.url })}\n`);
process.on('SIGTERM', () => {
  conductor.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
