export { isTimeZone, minuteOfDay } from './minute-of-day.ts';
export { afterQuietHours, type MinuteOfDay, nextTurn } from './renewal.ts';
export { setRenewal, stopRenewal, stopRenewalFromBrowser } from './steps/renewals.ts';
export { renewalView } from './views.ts';
export { sweepRenewals } from './sweep-renewals.ts';
