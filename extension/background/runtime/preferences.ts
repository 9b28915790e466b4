import { NEWS, type News, type Preferences } from '../../messages/options-messages.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';

/** As a person left them: nothing is notified unasked, and the composer has its chip. */
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
