/** Most of one answer, as unpacked: a stream names each of its words in some 250 bytes. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/**
 * `fetch` for an endpoint that gets a key and may pour without an end: the key goes to the address that the person wrote and
 * to no other, and an answer fails once it is larger than any reply.
 */
export const fetchModel: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let left = MAX_ANSWER_BYTES;
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, to) {
      left -= chunk.length;
      if (left >= 0) to.enqueue(chunk);
      else to.error(new Error(`it answered with more than ${MAX_ANSWER_BYTES} bytes`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
};
