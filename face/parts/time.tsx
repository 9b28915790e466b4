import { signal } from '@preact/signals';
import type { VNode } from 'preact';

import { useWorld } from '../store/world.ts';
import { agoText, dateText, numberText } from '../words/formats.ts';
import { word } from '../words/word.ts';

let clock: ReturnType<typeof setInterval> | undefined;

/** Moves once a second while an age is drawn and the page is seen, so that ages stay true. */
const tick = signal(0, {
  watched() {
    clock = setInterval(() => {
      if (document.visibilityState === 'visible') tick.value += 1;
    }, 1_000);
  },
  unwatched() {
    clearInterval(clock);
  },
});

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
] as const;

/** A moment as “5 min. ago” or “in 5 min.” within a day, and as a date beyond that; date and time in its title. */
export function Time({ at }: { readonly at: number }): VNode {
  const { live } = useWorld();
  void tick.value;
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, live.now())}
    </time>
  );
}

export function exactTime(at: number): string {
  return dateText(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** As on a clock, with milliseconds where `precise`. */
export function clockTime(at: number, precise = false): string {
  return dateText(at, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(precise && { fractionalSecondDigits: 3 }),
  });
}

export function relativeTime(at: number, now: number): string {
  let amount = (at - now) / 1_000;
  if (Math.abs(amount) < 2) return word('time_now');
  for (const [unit, size] of UNITS) {
    if (Math.abs(amount) < size) {
      return agoText(Math.trunc(amount), unit);
    }
    amount /= size;
  }
  return dateText(at, { dateStyle: 'medium' });
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

/** How long something takes or took, in its largest unit: “1.9 sec”, “38 min”. */
export function spanOf(ms: number): string {
  const [unit, size] = SPANS.find((one) => ms >= one[1]) ?? ['millisecond', 1];
  const amount = ms / size;
  return numberText(amount, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 && size > 1 ? 1 : 0,
  });
}
