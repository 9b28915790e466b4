import { SOCKETS, TAP_ASK, TAP_OFFER } from '../messages/tap-messages.ts';
import { hideFromPrinting, restoreNatives } from './natives.ts';
import { makeSendGate } from './send-gate.ts';
import { tapEventSources } from './tap-event-sources.ts';
import { openTapPort } from './tap-port.ts';
import { tapSockets } from './tap-sockets.ts';

/**
 * The tap of pages that talk over WebSockets and EventSources: a script of its own beside the one for requests, with
 * a port of its own, so that neither weighs on sites that need only the other.
 */
export function startSocketTap(addresses: RegExp): void {
  const port = openTapPort(
    (command) => {
      if (command.kind === 'end') return restoreNatives();
      if (command.kind === 'verdict') return gate.judge(command.id, command.go);
      if (command.kind !== 'arm') return undefined;
      gate.arm(command.for_ms);
      return port.post({ kind: 'armed', id: command.id });
    },
    TAP_ASK + SOCKETS,
    TAP_OFFER + SOCKETS,
  );
  const gate = makeSendGate(port);
  let sources = 0;
  const newSource = (): number => ++sources;

  hideFromPrinting();
  tapSockets(port, addresses, gate, newSource);
  tapEventSources(port, addresses, newSource);
}
