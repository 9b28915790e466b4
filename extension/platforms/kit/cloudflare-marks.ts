/** What Cloudflare's human check puts into a page, on any site behind it. */
export const CLOUDFLARE_MARKS: readonly string[] = [
  'iframe[src^="https://challenges.cloudflare.com/"]',
  '#challenge-running',
  '#challenge-stage',
];
