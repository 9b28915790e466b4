import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { Presence } from './presence.ts';
import type { ShownClient } from './queries.ts';

export type ClientView = ResponseOf<'listClients'>['items'][number];

export function clientView({ client, outbox }: ShownClient, presence: Presence): ClientView {
  const { clientId } = client;
  return {
    client_id: clientId,
    browser: { name: client.browserName, version: client.browserVersion },
    origin: client.origin,
    connected: presence.isLive(clientId),
    extension_version: presence.extensionVersion(clientId),
    conversations: presence.served(clientId),
    outbox,
    created_at: client.createdAt,
    last_seen_at: client.lastSeenAt,
  };
}
