import { join } from 'node:path';

import { makePrivate } from '../conductor/src/make-private.ts';
import { VERSION } from '../conductor/src/version.ts';
import { err, ok, type Result } from '../shared/lib/result.ts';
import type { ConductorBusinessFrame } from '../shared/protocol/index.ts';
import { createCallRunner } from './calls/run-calls.ts';
import type { Holder } from './calls/executor.ts';
import { createBrowsers } from './browsers/browsers.ts';
import { readNamedBrowsers } from './browsers/named-browsers.ts';
import { createPreviews } from './browsers/previews.ts';
import { findConductorAddress } from './link/conductor-address.ts';
import { openConductorLink } from './link/conductor-link.ts';
import { openFeed } from './link/feed.ts';
import { claimPairing, keepPairing, keptPairing, type WorkerPairing } from './link/pairing.ts';
import { createServices } from './services/services.ts';
import type { Settings } from './settings.ts';
import { openWorkerStore } from './store/worker-store.ts';
import { loadPty } from './terminals/pty.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createWatchedScreens } from './terminals/watched-screens.ts';

/** Without its conductor for so long, and with nothing open, a worker has nobody to wait for. */
const ALONE_LIMIT_MS = 10 * 60_000;
const LOOK_MS = 30_000;

export interface WorkerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Worker {
  /** Resolves when it has nobody to work for; the reason is for people. */
  readonly ended: Promise<string>;
  /** Ends what it holds, and tells the conductor. */
  stop(): Promise<void>;
}

/** Throws FolderTaken where one runs already with the folder; the error says why it is not let in. */
export async function startWorker(
  settings: Settings,
  log: WorkerLog,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<Worker, string>> {
  makePrivate(settings.dataDir, []);
  const named = readNamedBrowsers(join(settings.dataDir, 'browsers.json'));
  if (!named.ok) return named;
  const store = openWorkerStore(join(settings.dataDir, 'worker.sqlite'));
  const found = await findConductorAddress(settings);
  if (!found.ok) {
    store.close();
    return found;
  }
  const address = found.value;
  const pairingFile = join(settings.dataDir, 'pairing.json');
  let pairing = keptPairing(pairingFile, address.last);
  if (pairing === null) {
    const claimed = await claim();
    if (!claimed.ok) {
      store.close();
      return claimed;
    }
    pairing = claimed.value;
  }

  const place = { roots: settings.roots, environment };
  const browsers = createBrowsers({
    get conductorUrl() {
      return address.last;
    },
    environment,
    offer: (offer) => store.send(offer),
    named: named.value,
  });
  const screens = createWatchedScreens((frame) => link.tell(frame));
  const all: readonly Holder[] = [
    createTerminals(await loadPty(), { ...place, screens }),
    createServices(place),
    browsers,
  ];
  const holders = all.filter(({ type }) => settings.caps.includes(type));
  const runner = createCallRunner(store, holders, log);
  runner.recover();
  const feed = openFeed({
    address,
    previews: (sink) =>
      createPreviews({
        page: (resourceId) => browsers.page(resourceId),
        personActs: (resourceId) => runner.personActs(resourceId),
        sink,
      }),
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let link = connect(pairing);
  const looking = setInterval(() => {
    if (link.awayMs() > ALONE_LIMIT_MS && !runner.isBusy()) end('The conductor is gone.');
  }, LOOK_MS);

  async function claim(): Promise<Result<WorkerPairing, string>> {
    const { code } = settings;
    const url = address.now();
    if (url === null) return err('The conductor is gone.');
    if (code === undefined) return err('This worker is not paired, and was given no code.');
    const claimed = await claimPairing(url, code, VERSION);
    if (!claimed.ok) return claimed;
    store.beginPairing();
    keepPairing(pairingFile, claimed.value);
    return claimed;
  }

  function connect({ token, origin }: WorkerPairing): ReturnType<typeof openConductorLink> {
    return openConductorLink({
      address,
      token,
      origin,
      version: VERSION,
      store,
      welcomed() {
        log.info({}, 'connected');
        runner.report();
        screens.tellAll();
        // Who holds no pages has no pictures.
        if (holders.includes(browsers) && browsers.adapters.length > 0)
          feed.connect({ token, origin });
      },
      take,
      stopped() {
        if (settings.isOwn) end('The conductor was stopped.');
      },
      untrusted: (why) => end(`${address.last}: ${why}`),
      refused() {
        claim().then(
          (claimed) => {
            if (claimed.ok) link = connect(claimed.value);
            else end(`The conductor does not know this worker: ${claimed.error}`);
          },
          (cause: unknown) => end(String(cause)),
        );
      },
    });
  }

  function take(frame: ConductorBusinessFrame): void {
    if (frame.type === 'tool.call') {
      const known = store.receiveCall(frame);
      if (known === null) runner.start(frame);
      // One that is under way is answered at its end.
      else if (known.state === 'done') store.answerAgain(frame.call_id);
      return;
    }
    store.receive(frame.seq);
    switch (frame.type) {
      case 'tool.cancel':
        return runner.cancel(frame.call_id);
      case 'resource.close':
        void runner
          .close(frame.resource_id)
          .catch((err: unknown) => log.error({ err }, 'a resource could not be closed'));
        return;
      case 'resource.adopt': {
        const { offer_id, resource_id } = frame;
        const isHeld = browsers.adopted(offer_id, resource_id);
        if (resource_id !== null) runner.adopted(resource_id, isHeld);
        return;
      }
      case 'resource.mark':
        return runner.hold(frame.resource_id, frame.hold);
      default:
        // Of browsers alone.
        return;
    }
  }

  return ok({
    ended,
    async stop() {
      clearInterval(looking);
      feed.close();
      await runner.stop();
      link.close();
      store.close();
    },
  });
}
