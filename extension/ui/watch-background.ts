import browser from 'webextension-polyfill';

const RECONNECT_MS = 300;

/**
 * Shows every state the background pushes over a port, for as long as the page lives, also across the background's
 * deaths. `hello` is what the background wants to hear first, if anything.
 */
export function watchBackground<State>(
  name: string,
  isState: (message: unknown) => message is State,
  show: (state: State) => void,
  hello?: unknown,
): void {
  const port = browser.runtime.connect({ name });
  port.onMessage.addListener((message: unknown) => {
    if (isState(message)) show(message);
  });
  port.onDisconnect.addListener(() => {
    setTimeout(() => watchBackground(name, isState, show, hello), RECONNECT_MS);
  });
  if (hello !== undefined) port.postMessage(hello);
}
