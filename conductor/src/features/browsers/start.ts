import type { Answering, HandlersOf, Kit } from '../../engine/feature.ts';
import type { browsersOperations } from '../../../../shared/api/browsers.ts';
import { ok, err } from '../../../../shared/lib/result.ts';
import { unknown } from '../../engine/not-found.ts';
import { createPairing, type PairedBrowsers, type Pairing } from './pairing.ts';
import { createPresence, type Presence } from './presence.ts';
import { revokeClient } from './steps/revoke-client.ts';

declare module '../../engine/feature.ts' {
  interface Given {
    /** The key of tokens; it stays in the data folder. */
    readonly installSecret: Buffer;
    readonly pairedBrowsers: PairedBrowsers & { leaseholders(): readonly string[] };
    /** Where the conductor listens, once it does. */
    readonly ownUrl: () => string;
    /** Closes the links of a browser that is paired no more. */
    readonly revoke: (clientId: string) => void;
  }
}

export interface BrowsersPort {
  readonly pairing: Pairing;
  readonly presence: Presence;
  /** Paired browsers, as the API tells of them. */
  readonly clients: () => ClientView[];
}

type ClientView = Extract<
  Awaited<ReturnType<HandlersOf<typeof browsersOperations>['listClients']>>,
  { readonly ok: true }
>['value']['items'][number];

/** Which browsers are paired, connected, and able to serve what. */
export function startBrowsers(kit: Kit): Answering<BrowsersPort, typeof browsersOperations> {
  const { store, read, now, steadyNow, newId, settings, given, meter } = kit;
  const presence = createPresence(steadyNow, settings.leaseMs, given.pairedBrowsers.leaseholders());
  const pairing = createPairing(given.pairedBrowsers, given.installSecret, now, newId, steadyNow);
  const connected = meter.gauge('connected_clients', 'Browsers connected now.');
  const outbox = meter.gauge('outbox_frames', 'Frames that browsers have not acked.');
  meter.beforeScrape(() => {
    connected.set(presence.live().length);
    outbox.set(read.listClients().reduce((sum, client) => sum + client.outbox, 0));
  });

  const clients = (): ClientView[] =>
    read.listClients().map((row) => ({
      client_id: row.client_id,
      browser: { name: row.browser_name, version: row.browser_version },
      origin: row.origin,
      connected: presence.isLive(row.client_id),
      extension_version: presence.extensionVersion(row.client_id),
      conversations: presence.served(row.client_id),
      outbox: row.outbox,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at,
    }));

  return {
    provides: { pairing, presence, clients },
    handlers: {
      listClients: async () => ok({ items: clients() }),
      async revokeClient({ params: { id } }, { via }) {
        const step = { clientId: id, actor: 'person', via, now: now() } as const;
        const outcome = await store.run(revokeClient, step);
        return outcome === 'revoked'
          ? ok({ deleted: true })
          : err(unknown('paired browser', id, 'params.id'));
      },
      async offerPairing() {
        const { code, linkCode, expiresAt } = pairing.offer();
        const link = `${given.ownUrl()}/pair#code=${linkCode}`;
        return ok({ code, link, expires_at: expiresAt });
      },
    },
    effects: { client_revoked: ({ clientId }) => given.revoke(clientId) },
  };
}
