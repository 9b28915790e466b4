import { bare, intercept, interceptConstructor, messageData, on, privateMap } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** Watches what EventSources bring: messages, and events of the names that the page listens for. */
export function tapEventSources({ post }: TapPort, newSource: () => number): void {
  const listening = privateMap<object, (name: string) => void>();
  let isFirst = true;

  interceptConstructor('EventSource', (events) => {
    const source = newSource();
    const heard: Record<string, true | undefined> = bare({});
    const listen = (name: string): void => {
      if (heard[name]) return;
      heard[name] = true;
      on(events as EventTarget, name, (event) => {
        const text = messageData(event);
        if (typeof text === 'string') post({ kind: 'message', source, name, text });
      });
    };
    listen('message');
    on(events as EventTarget, 'error', () => post({ kind: 'closed', source }));
    listening.set(events, listen);
    if (isFirst) watchListeners();
    isFirst = false;
  });

  /** Only once there is one: nearly all listeners of a page are for something else. */
  function watchListeners(): void {
    intercept(EventTarget.prototype, 'addEventListener', (native, self, args) => {
      const [name] = args;
      // `open` and `error` carry no text.
      if (name !== 'open' && name !== 'error') listening.get(self as object)?.(String(name));
      return native();
    });
  }
}
