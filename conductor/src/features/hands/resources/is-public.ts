import { parse } from 'tldts';

import { bareHost, isAddress, isPublicAddress } from '../../../../../shared/lib/net-address.ts';

/** Suffixes on the public suffix list for which no public name server answers. */
const SPECIAL_USE: ReadonlySet<string> = new Set(['arpa', 'onion']);

/**
 * The host of a URL that stands for the public web. A name does where its end is handed out to the public, and where it
 * spells no other address. Where it leads is not looked up: that would tell its owner what a person has not allowed yet.
 */
export function isPublic(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isAddress(host)) return isPublicAddress(host);
  const labels = host.split('.');
  const isDelegated = parse(host, { extractHostname: false }).isIcann === true;
  // guard: private-by-its-end
  if (labels.length < 2 || !isDelegated || SPECIAL_USE.has(labels.at(-1) ?? '')) return false;
  return addressesIn(labels).every(isPublicAddress); // guard: private-by-any-name
}

/** Four octets, with dots or hyphens between them, wherever they stand. */
const OCTETS = /(?<![\da-z])(?=(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![\da-z]))/g;

/** Addresses that a name spells: some name servers answer with them (`10.0.0.1.nip.io`, `app-0a000001.sslip.io`). */
function addressesIn(labels: readonly string[]): string[] {
  const octets = [...labels.join('.').matchAll(OCTETS)].map((found) =>
    found.slice(1).map(Number).join('.'),
  );
  const words = labels.flatMap((label) => label.split('-'));
  const hex = words.filter((word) => /^[\da-f]{8}$/.test(word)).map((word) => `0x${word}`);
  const decimal = words.filter((word) => /^[1-9]\d{7,9}$/.test(word));
  const long = labels.filter((label) => /^[\da-f-]+$/.test(label) && label.includes('-'));
  const colons = long.map((label) => label.replaceAll('-', ':'));
  return [...octets, ...hex, ...decimal, ...colons].filter(isAddress);
}
