import { getterOf, interceptConstructor, matches, messageData, on } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** Reads the text messages of WebSockets. Their addresses may hold a secret and are not told. */
export function tapFrames(addresses: RegExp, { post }: TapPort): void {
  const urlOf = getterOf<string>(WebSocket, 'url');
  interceptConstructor('WebSocket', (source) => {
    if (!matches(addresses, urlOf(source))) return;
    on(source, 'message', (event) => {
      const text = messageData(event);
      if (typeof text === 'string') post({ kind: 'frame', text });
    });
  });
}
