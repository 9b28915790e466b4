const KNOWN = [
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/\bVersion\/(\d+).*Safari/, 'Safari'],
] as const;

/** A browser's name and version, as it says of itself; else all that it says, cut. */
export function browserOf(userAgent: string): string {
  for (const [pattern, name] of KNOWN) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return userAgent.slice(0, 60);
}
