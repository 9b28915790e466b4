import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two pieces: what is written at once would reach the page at once. */
const PIECE_MS = 3;
/** What was written before a line is cut is to reach the page. */
const CUT_AFTER_MS = 100;

/** Writes one piece after another, as a model does. */
export async function stream(response: ServerResponse, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await delay(PIECE_MS);
  }
}

/** The line breaks in the middle of an answer. */
export async function cut(response: ServerResponse): Promise<void> {
  await delay(CUT_AFTER_MS);
  response.destroy();
}

export function json(response: ServerResponse, value: unknown, status = 200): true {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
  return true;
}

/** One server-sent event. */
export function event(data: unknown, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}
