import { SOCKETS, TAP_ASK, TAP_OFFER } from '../../../extension/messages/tap-messages.ts';
import type { TapCommand, TapEvent } from '../../../extension/messages/tap-messages.ts';
import { askedElsewhere } from '../../../extension/page/asked-elsewhere.ts';
import { startSocketTap } from '../../../extension/page/start-socket-tap.ts';
import { startTap } from '../../../extension/page/start-tap.ts';
import { socketsOfAnySite, tapOfAnySite } from '../../../extension/platforms/tap.ts';

/** Both taps of any site in a page, and in the content script's place one that lets go all that is held. */
export interface TappedPage {
  readonly told: TapEvent[];
  /** From now on sends are held until they are let go, or no longer. */
  readonly arm: (isArmed: boolean) => Promise<void>;
  readonly read: (path: string) => void;
  /** Once it is true of what was told. */
  readonly until: (enough: (told: readonly TapEvent[]) => boolean) => Promise<void>;
}

/** Built-ins kept for the taps: the page breaks the others. */
const { push } = Array.prototype;
const { apply } = Reflect;

export function startTaps(): TappedPage {
  const told: TapEvent[] = [];
  const ports: MessagePort[] = [];
  let look = (): void => undefined;
  const nonces: unknown[] = [];
  const send = (port: MessagePort | undefined, command: TapCommand): void =>
    port?.postMessage(command);

  window.addEventListener('message', ({ data, ports: [port] }) => {
    if (!nonces.includes(data) || port === undefined) return;
    ports.push(port);
    port.onmessage = ({ data: event }: MessageEvent<TapEvent>) => {
      apply(push, told, [event]);
      if ((event.kind === 'request' || event.kind === 'dispatch') && event.held) {
        send(port, { kind: 'verdict', id: event.id, go: true });
      }
      look();
    };
  });
  for (const suffix of ['', SOCKETS]) {
    document.addEventListener(TAP_OFFER + suffix, (event) => {
      if (event instanceof CustomEvent) nonces.push(event.detail);
    });
  }
  startTap(tapOfAnySite(location), { askedElsewhere });
  document.dispatchEvent(new Event(TAP_ASK));
  startSocketTap(socketsOfAnySite(location));
  document.dispatchEvent(new Event(TAP_ASK + SOCKETS));

  const until: TappedPage['until'] = (enough) =>
    new Promise((resolve) => {
      look = () => {
        if (enough(told)) resolve();
      };
      look();
    });
  let arms = 0;
  return {
    told,
    until,
    read: (path) => send(ports[0], { kind: 'read', id: 1, path }),
    async arm(isArmed) {
      const id = ++arms;
      for (const port of ports) send(port, { kind: 'arm', id, for_ms: isArmed ? 60_000 : 0 });
      await until((all) => all.filter((it) => it.kind === 'armed' && it.id === id).length === 2);
    },
  };
}
