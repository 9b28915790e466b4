import { chatgpt } from './chatgpt/chatgpt.ts';
import { generic, GENERIC_PREFIX } from './generic/generic.ts';
import type { Platform } from './platform.ts';

/** In order: the first that serves a page has it, so the generic one comes last. */
const PLATFORMS: readonly Platform[] = [chatgpt, generic];

/** The adapter behind a name on the wire (`chatgpt`, `generic:<host[:port]>`); null for a name nobody has. */
export function platformForWireName(name: string): Platform | null {
  if (name.startsWith(GENERIC_PREFIX)) return generic;
  return PLATFORMS.find((platform) => platform !== generic && platform.name === name) ?? null;
}

/** The adapter that serves a page; null where none does (not a web page). */
export function platformForPage(url: URL): Platform | null {
  return PLATFORMS.find((platform) => platform.serves(url)) ?? null;
}
