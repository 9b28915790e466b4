import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { FAILURE, type Reply } from './model.ts';

/** Milliseconds before a line is cut, so that the text written before reaches the page. */
const CUT_AFTER_MS = 100;

/** Writes one piece after another, as the model does, each as `framed` has it. */
export async function stream(
  response: ServerResponse,
  { pieces }: Reply,
  framed: (piece: string) => string,
): Promise<void> {
  for await (const piece of pieces) response.write(framed(piece));
}

/** All of what the model says, for a site that keeps it until it is whole. */
export async function wholeOf({ pieces }: Reply): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Ends an answer as the model does: with the site's own `end`, with a failure as `framed` has it, or cut. */
export async function finish(
  response: ServerResponse,
  { fault }: Reply,
  end: string,
  framed: (failure: unknown) => string = event,
): Promise<true> {
  if (fault === 'cut') await cut(response);
  else response.end(fault === 'failure' ? framed(FAILURE) : end);
  return true;
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
