import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect, onTestFinished } from 'vitest';

import type { RunningConductor } from './running-conductor.ts';

/** A stream of Server-Sent Events that is being read. */
export interface FollowedStream {
  readonly events: EventSourceMessage[];
  /** Resolves with the first event that fits, now or later. */
  first(fits: (event: EventSourceMessage) => boolean): Promise<EventSourceMessage>;
  /** Resolves when the conductor ends it. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Follows a stream as a program does, or, with other headers, as somebody else, until the test ends. */
export async function followStream(
  { url, adminSecret }: Pick<RunningConductor, 'url' | 'adminSecret'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FollowedStream> {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${adminSecret}`, ...headers },
    signal: stopping.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const events: EventSourceMessage[] = [];
  const waiting = new Set<() => void>();
  const parser = createParser({
    onEvent(event) {
      events.push(event);
      for (const look of waiting) look();
    },
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const ended = read().catch(() => undefined);
  return {
    events,
    ended,
    first: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    stop: () => stopping.abort(),
  };
}
