/** Keys that say by their form that they are one: with a beginning by their maker, signed tokens, private keys, seeds of codes. */
const KEYS = new RegExp(
  [
    '(?<![\\w-])(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|sk-|sk_live_|rk_live_|AKIA|AIza|ya29\\.|npm_|hf_)[\\w-]{16,}',
    '(?<![\\w-])eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]+',
    '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\\w+/=\\s]{40,}',
    'otpauth://[^\\s"\']{8,}',
  ].join('|'),
  'g',
);

export function keysIn(text: string): readonly string[] {
  return text.match(KEYS) ?? [];
}

/** The text with `hidden` in the place of each. What is all in small letters may be a name, as `npm_config_registry`. */
export function withoutKeys(text: string, hidden: string): string {
  return text.replace(KEYS, (key) => (/^[a-z_-]+$/.test(key) ? key : hidden));
}
