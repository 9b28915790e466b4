import { setImmediate as othersFirst } from 'node:timers/promises';

import { createEventLines } from '../../../shared/lib/event-lines.ts';

/** Most of one answer, as unpacked: a stream names each of its words in some 250 bytes. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/** Most of one event of it, which is taken apart in one go: the longest reply, in four bytes a character. */
const MAX_EVENT_BYTES = 4 * 2 ** 20;

/**
 * `fetch` for an endpoint that gets a key and may pour without an end: the key goes to the address that the person wrote and
 * to no other, and an answer fails once it, or one event of it, is larger than any reply.
 */
export const fetchModel: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' }); // guard: model-redirects
  if (response.body === null) return response;
  const events = createEventLines(MAX_EVENT_BYTES); // guard: model-event-size
  let left = MAX_ANSWER_BYTES;
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    async transform(chunk, to) {
      left -= chunk.length;
      // guard: model-answer-size
      if (left >= 0) to.enqueue(response.ok ? events(chunk).bytes : chunk);
      else to.error(new Error(`it answered with more than ${MAX_ANSWER_BYTES} bytes`));
      // What is read already is taken in before more comes, and others have their turn.
      await othersFirst();
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
};
