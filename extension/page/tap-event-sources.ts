import {
  bare,
  getterOf,
  intercept,
  interceptConstructor,
  matches,
  messageData,
  on,
  originOf,
  plain,
  privateMap,
} from './natives.ts';
import type { TapPort } from './tap-port.ts';

const urlOf = getterOf<string>(EventSource, 'url');
/** Reads the origin of a message: that of the redirect's target, if there was one. */
const originOfMessage = getterOf<string>(MessageEvent, 'origin');

/** Watches what EventSources bring: messages, and events of the names that the page listens for. */
export function tapEventSources(
  { post }: TapPort,
  addresses: RegExp,
  newSource: () => number,
): void {
  const listening = privateMap<object, (name: string) => void>();
  let isFirst = true;

  interceptConstructor('EventSource', (events) => {
    const url = urlOf(events);
    if (!matches(addresses, url)) return;
    const source = newSource();
    const heard: Record<string, true | undefined> = bare({});
    const listen = (name: string): void => {
      if (heard[name]) return;
      heard[name] = true;
      on(events, name, (event) => {
        // guard: event-origin
        const text = originOfMessage(event) === originOf(url) ? messageData(event) : null;
        if (typeof text === 'string') post({ kind: 'message', source, name, text });
      });
    };
    listen('message');
    on(events, 'error', () => post({ kind: 'closed', source }));
    listening.set(events, listen);
    if (isFirst) watchListeners();
    isFirst = false;
  });

  /** Only once there is one: nearly all listeners of a page are for something else. */
  function watchListeners(): void {
    intercept(EventTarget.prototype, 'addEventListener', (native, self, args) => {
      const heardBy = listening.get(self as object);
      if (!heardBy || args.length < 2) return native();
      const name = (args[0] = plain(args[0]));
      // These carry no text.
      if (name !== 'open' && name !== 'error') heardBy(name);
      return native();
    });
  }
}
