import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'puppeteer-core';

/** In ms. */
export interface Task {
  readonly took: number;
  /** Processor time: the same however busy the machine is otherwise. */
  readonly worked: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In µs. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** How long the page's main thread worked while something was done, in ms of the processor. Chromium alone. */
export async function workOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const client = await page.createCDPSession();
  const worked = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  try {
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await worked();
    await act();
    return ((await worked()) - before) * 1_000;
  } finally {
    await client.detach();
  }
}

/** The longest task of a page while something is done and for a while after. Chromium alone. */
export async function longestTask(
  page: Page,
  act: () => Promise<unknown>,
  afterMs: number,
): Promise<Task> {
  await page.tracing.start({ categories: ['toplevel'] });
  await act();
  await pause(afterMs);
  const bytes = await page.tracing.stop();
  const { traceEvents: events } = JSON.parse(Buffer.from(bytes ?? []).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events
    .filter(({ name }) => name.endsWith('RunTask'))
    .filter((one) => mains.has(threadOf(one)));
  return {
    took: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1_000,
    worked: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
  };
}
