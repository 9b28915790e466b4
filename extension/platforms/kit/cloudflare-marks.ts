/** Selectors of Cloudflare's human check, on any site behind it. */
export const CLOUDFLARE_MARKS: readonly string[] = [
  'iframe[src^="https://challenges.cloudflare.com/"]',
  '#challenge-running',
  '#challenge-stage',
];
