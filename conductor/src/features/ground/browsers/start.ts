import type { Handling, Kit } from '../../../engine/feature.ts';
import type { browsersOperations } from '../../../../../shared/api/browsers.ts';
import { ok, err } from '../../../../../shared/lib/result.ts';
import { unknown } from '../../../engine/not-found.ts';
import { createPairing, type Pairing } from './pairing.ts';
import { createPresence, type Presence } from './presence.ts';
import { type ClientView, clientView } from './views.ts';
import { healStream } from './steps/heal-stream.ts';
import { revokeClient } from './steps/revoke-client.ts';
import * as asks from './asks.ts';
import * as browsers from './queries.ts';
import { clientRevoked } from './effects.ts';
import { on } from '../../../engine/effects.ts';
import { INSTALL_SECRET, OWN_URL, REVOKE } from './given.ts';

export interface BrowsersPort {
  readonly pairing: Pairing;
  readonly presence: Presence;
  /** The paired browsers as the API shows them. */
  readonly clients: () => Promise<ClientView[]>;
}

/** Which browsers are paired, connected, and able to serve what. */
export async function startBrowsers(
  kit: Kit,
): Promise<Handling<BrowsersPort, typeof browsersOperations>> {
  const { store, read, now, steadyNow, newId, settings, given, meter } = kit;
  const presence = createPresence(steadyNow, settings.leaseMs, await read.one(asks.leaseholders()));
  const pairing = createPairing(store, read, given(INSTALL_SECRET), now, newId, steadyNow);
  const connected = meter.gauge('connected_clients', 'Browsers connected now.');
  const outbox = meter.gauge('outbox_frames', 'Frames that browsers have not acked.');
  meter.beforeScrape(async () => {
    connected.set(presence.live().length);
    const shown = await read.one(browsers.shownClients());
    outbox.set(shown.reduce((sum, client) => sum + client.outbox, 0));
  });

  async function clients(): Promise<ClientView[]> {
    const shown = await read.one(browsers.shownClients());
    return shown.map((one) => clientView(one, presence));
  }

  return {
    provides: { pairing, presence, clients },
    handlers: {
      listClients: async () => ok({ items: await clients() }),
      async revokeClient({ params: { id } }, { via }) {
        const step = { clientId: id, actor: 'person', via, now: now() } as const;
        const outcome = await store.run(revokeClient, step);
        return outcome === 'revoked'
          ? ok({ deleted: true })
          : err(unknown('paired browser', id, 'params.id'));
      },
      async offerPairing() {
        const { code, linkCode, expiresAt } = pairing.offer();
        const link = `${given(OWN_URL)()}/pair#code=${linkCode}`;
        return ok({ code, link, expires_at: expiresAt });
      },
    },
    async recover() {
      for (const clientId of await read.one(browsers.overcountedClients()))
        await store.run(healStream, { clientId, now: now() });
    },
    effects: [on(clientRevoked, ({ clientId }) => given(REVOKE)(clientId))],
  };
}
