export type { Browsers } from './live-browsers.ts';
export { createPairing, type Pairing } from './pairing.ts';
export { createPresence, type Presence } from './presence.ts';
export type { Client } from './rows.ts';
export { fromClient, type Sender, skipFrame } from './steps/from-client.ts';
export { welcomeClient } from './steps/pair-client.ts';
export { revokeClient } from './steps/revoke-client.ts';

declare module '../../engine/plan.ts' {
  interface Effects {
    client_revoked: { readonly clientId: string };
  }
}
