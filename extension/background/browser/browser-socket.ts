import type { OpenSocket } from '../ports.ts';

/** Close code that a socket reports when it broke without a close frame. */
const ABNORMAL = 1006;

/** A WebSocket as the link wants it: after the first `closed` nothing more is heard of it. */
export const openBrowserSocket: OpenSocket = (url, subprotocol, events) => {
  const socket = new WebSocket(url, subprotocol);
  let isOver = false;

  function over(code: number): void {
    if (isOver) return;
    isOver = true;
    events.closed(code);
  }

  socket.addEventListener('open', () => {
    if (!isOver) events.opened();
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Frames are text. Binary data is no frame, and is answered like any other text that is none.
    if (!isOver) events.received(typeof data === 'string' ? data : '');
  });
  socket.addEventListener('close', ({ code }) => over(code));
  socket.addEventListener('error', () => over(ABNORMAL));

  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
};
