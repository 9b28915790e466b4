import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Replayable } from '../../../playground/replayable.ts';
import type { SendPlan } from './send-faults.ts';

/** A comment line goes out before this event, as the real sites send them. */
const PING_BEFORE_EVENT = 3;

/** Answers with server-sent events, with what the plan has in store for them. */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<string>,
  plan?: SendPlan,
): FastifyReply {
  async function* body(): AsyncGenerator<string> {
    let index = 0;
    for await (const event of events) {
      await plan?.beforeEvent(index);
      if (index === PING_BEFORE_EVENT) yield `: ping - ${new Date().toISOString()}\n\n`;
      yield plan?.redesigned ? `event: chunk\ndata: ["p2", ${index}, "…"]\n\n` : event;
      index += 1;
    }
  }
  return reply
    .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    .send(Readable.from(body()));
}

/** A reply goes on being written when nobody reads it any more, as it does at the real sites. */
export function keepWriting(events: AsyncIterable<string>): Replayable<string> {
  const kept = new Replayable<string>();
  void (async () => {
    try {
      for await (const event of events) kept.push(event);
      kept.end();
    } catch (error) {
      kept.fail(error);
    }
  })();
  return kept;
}

/** A Cloudflare page that wants to see a person. */
export function sendHumanCheck(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .header('cf-mitigated', 'challenge')
    .type('text/html; charset=utf-8')
    .send('<!doctype html><title>Just a moment...</title><h1>Verify you are human</h1>');
}
