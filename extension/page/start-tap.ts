import type { TapRules } from '../platforms/tap.ts';
import type { TapCommand } from '../messages/tap-messages.ts';
import type { askedElsewhere } from './asked-elsewhere.ts';
import { bodyReadings } from './body-reading.ts';
import { makeCredentialSigner } from './credential-signer.ts';
import { hideFromPrinting, restoreNatives } from './natives.ts';
import type { KeptHeaders } from './kept-headers.ts';
import { putInView } from './put-in-view.ts';
import type { Replayer } from './replay.ts';
import { makeRequestRegistry } from './request-registry.ts';
import { type Login, makeReader } from './read-with-login.ts';
import { makeSendGate } from './send-gate.ts';
import { tapFetch } from './tap-fetch.ts';
import type { tapFrames } from './tap-frames.ts';
import { tapLocation } from './tap-location.ts';
import { openTapPort } from './tap-port.ts';
import { tapXhr } from './tap-xhr.ts';
import { watchBodies } from './watched-bodies.ts';

/** Parts that only some sites need: the tap of the others is built without them. */
export interface TapParts {
  readonly login?: Login;
  /** Keeps what `login` and the replayer need of the page's requests. */
  readonly kept?: KeptHeaders;
  readonly makeReplayer?: () => Replayer;
  readonly tapFrames?: typeof tapFrames;
  readonly askedElsewhere?: typeof askedElsewhere;
}

/**
 * Starts the tap in the page's realm, before any script of the page. It tells the content script of sends,
 * their answers and changes of address, holds sends back when told to, and reads history with the page's
 * login. It acts on nobody else's word.
 */
export function startTap(rules: TapRules, parts: TapParts = {}): void {
  const port = openTapPort((command) => obey(command));
  const signer = makeCredentialSigner();
  const gate = makeSendGate(port);
  const elsewhere = parts.askedElsewhere?.(port);
  const book = makeRequestRegistry(port, rules, gate, signer, parts.kept?.keep, elsewhere);
  const read = makeReader(port, parts.login);
  const begin = bodyReadings(port);

  hideFromPrinting();
  tapFetch(port, book, gate, watchBodies(begin));
  tapXhr(port, book, gate, begin);
  parts.tapFrames?.(rules.sockets, port);
  tapLocation(port);
  const replay = parts.makeReplayer?.();

  const obey = (command: TapCommand): void => {
    book.heard();
    switch (command.kind) {
      case 'arm':
        gate.arm(command.for_ms);
        return port.post({ kind: 'armed', id: command.id });
      case 'verdict':
        return gate.judge(command.id, command.go);
      case 'key':
        return signer.setKey(command.hex);
      case 'replay':
        return replay?.(command.like, command.url, command.body);
      case 'read':
        return read(command.id, command.path);
      case 'seek':
        return elsewhere?.seek(command.text);
      case 'models':
        return elsewhere?.allow(command.origins);
      case 'put':
        return putInView(command.lines, (taken) =>
          port.post({ kind: 'put', id: command.id, taken }),
        );
      case 'end':
        restoreNatives();
    }
  };
}
