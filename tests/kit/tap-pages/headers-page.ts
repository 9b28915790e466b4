import { TAP_ASK, TAP_OFFER } from '../../../extension/messages/tap-messages.ts';
import type { TapCommand } from '../../../extension/messages/tap-messages.ts';
import { keepHeaders } from '../../../extension/page/kept-headers.ts';
import { makeReplayer } from '../../../extension/page/replay.ts';
import { startTap } from '../../../extension/page/start-tap.ts';
import { tapOfAnySite } from '../../../extension/platforms/tap.ts';

declare global {
  interface Window {
    /** The tap of any site in a page, and in the content script's place the test. */
    commandTap?: (command: TapCommand) => void;
  }
}

let nonce: unknown;
document.addEventListener(TAP_OFFER, (event) => {
  nonce = event instanceof CustomEvent ? event.detail : null;
});
window.addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== nonce || port === undefined) return;
  window.commandTap = (command) => port.postMessage(command);
});
const kept = keepHeaders();
const { login } = kept;
startTap(tapOfAnySite(location), { kept, login, makeReplayer: () => makeReplayer(kept) });
document.dispatchEvent(new Event(TAP_ASK));
