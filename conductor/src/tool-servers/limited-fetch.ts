const LINE_FEED = 0x0a;

const CARRIAGE_RETURN = 0x0d;

/**
 * `fetch` for a server that may pour without an end, or send little that unpacks to much: a body fails once one message
 * of it, an event or the whole, has more than `maxBytes` as unpacked.
 */
export function limitedFetch(
  maxBytes: number,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(counting(maxBytes, isEvents));
    return new Response(body, { status, statusText, headers });
  };
}

function counting(
  maxBytes: number,
  isEvents: boolean,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  let lineLength = 0;
  return new TransformStream({
    transform(chunk, to) {
      bytes += chunk.length;
      // An empty line ends an event, and what was counted is no longer held.
      for (let at = 0; isEvents && at < chunk.length; at += 1) {
        if (chunk[at] === LINE_FEED) {
          if (lineLength === 0) bytes = chunk.length - at - 1;
          lineLength = 0;
        } else if (chunk[at] !== CARRIAGE_RETURN) lineLength += 1;
      }
      if (bytes <= maxBytes) to.enqueue(chunk);
      else to.error(new Error(`a message of more than ${maxBytes} bytes is not taken in`));
    },
  });
}
