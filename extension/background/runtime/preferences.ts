import { NEWS, type News, type Preferences } from '../../messages/options-messages.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';

/** A person's preferences. Until they choose, nothing is notified, and the chip beside the composer is shown. */
export function preferencesOf(view: Pick<View, 'meta'>): Preferences {
  const { notify = [], chip_off: chipOff = false } = metaOf(view);
  return { notify, chip: !chipOff };
}

export function setPreference(view: Pick<View, 'meta'>, name: News | 'chip', on: boolean): Change {
  const meta = metaOf(view);
  const { notify } = preferencesOf(view);
  const changed =
    name === 'chip'
      ? { chip_off: !on }
      : { notify: NEWS.filter((one) => (one === name ? on : notify.includes(one))) };
  return { put: { meta: [{ ...meta, ...changed }] } };
}
