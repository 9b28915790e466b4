import { language } from './word.ts';

type Format = Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat;

// To make one takes longer than to draw a row.
const made = new Map<string, Format>();

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return kept(`n ${JSON.stringify(options)}`, (of) => new Intl.NumberFormat(of, options)).format(
    value,
  );
}

/** A moment in ms since 1970-01-01 UTC, in the time zone that the machine is in now. */
export function dateText(at: number, options: Intl.DateTimeFormatOptions): string {
  const zone = new Date().getTimezoneOffset();
  const key = `d ${zone} ${JSON.stringify(options)}`;
  return kept(key, (of) => new Intl.DateTimeFormat(of, options)).format(at);
}

/** “5 min. ago”; “in 5 min.” for what is above 0. */
export function agoText(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  const options = { style: 'short', numeric: 'always' } as const;
  return kept('ago', (of) => new Intl.RelativeTimeFormat(of, options)).format(amount, unit);
}

function kept<F extends Format>(what: string, make: (of: string) => F): F {
  const key = `${language()} ${what}`;
  const known = made.get(key) as F | undefined;
  if (known) return known;
  const format = make(language());
  made.set(key, format);
  return format;
}
