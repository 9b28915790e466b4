import type { Handlers } from '../../../../shared/api/operations.ts';
import { err, ok } from '../../../../shared/lib/result.ts';
import { unknown } from '../../engine/not-found.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import { type Pairing, revokeClient } from '../browsers/feature.ts';
import { unparkAccount } from '../deliveries/feature.ts';
import type { SettingsService } from '../settings/feature.ts';

export type ServiceHandlers = Pick<
  Handlers,
  | 'getSettings'
  | 'updateSettings'
  | 'resetSetting'
  | 'revokeClient'
  | 'offerPairing'
  | 'unparkAccount'
>;

/** Settings, browsers, and what holds accounts back. */
export function createServiceHandlers(deps: {
  readonly store: Store;
  readonly settings: SettingsService;
  readonly pairing: Pairing;
  readonly ownUrl: () => string;
  readonly now: Clock;
}): ServiceHandlers {
  const { store, settings, pairing, ownUrl, now } = deps;
  const inForce = () => ({ settings: settings.current(), changed: settings.changed() });
  return {
    getSettings: async () => ok(inForce()),
    async updateSettings({ body }, caller) {
      const updated = await settings.update(body, caller);
      return updated.ok ? ok(inForce()) : updated;
    },
    async resetSetting({ params: { id } }, caller) {
      const reset = await settings.reset(id, caller);
      return reset.ok ? ok(inForce()) : reset;
    },
    async revokeClient({ params: { id } }, { via }) {
      const step = { clientId: id, actor: 'person', via, now: now() } as const;
      const outcome = await store.run(revokeClient, step);
      return outcome === 'revoked'
        ? ok({ deleted: true })
        : err(unknown('paired browser', id, 'params.id'));
    },
    async unparkAccount({ params: { id } }, { via }) {
      const outcome = await store.run(unparkAccount, { accountKey: id, via, now: now() });
      if (outcome === null) return err(unknown('account', id, 'params.id'));
      return ok({ account_key: id, was_parked_until: outcome.was, deliveries: outcome.jobs });
    },
    async offerPairing() {
      const { code, linkCode, expiresAt } = pairing.offer();
      return ok({ code, link: `${ownUrl()}/pair#code=${linkCode}`, expires_at: expiresAt });
    },
  };
}
