import ipaddr from 'ipaddr.js';

/** Machines of Azure reach what runs them there, though it is of a public range. */
const AZURE_HOST = '168.63.129.16';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Networks without IPv4 reach its addresses so. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** An address that anybody may ask: none of this machine, of its networks, or of their services. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const one = plain(address);
  // guard: public-addresses
  if (one.range() !== 'unicast' || one.toString() === AZURE_HOST) return false;
  return one instanceof ipaddr.IPv4 || one.match(GLOBAL_UNICAST);
}

/** Tells whether the host of a URL is this machine: one of its addresses, or a name that browsers take for it. */
export function isLoopback(hostname: string): boolean {
  const host = bareHost(hostname);
  if (!ipaddr.isValid(host)) return host === 'localhost' || host.endsWith('.localhost');
  return ['loopback', 'unspecified'].includes(plain(host).range()); // guard: worker-own-names
}

export function isAddress(host: string): boolean {
  return ipaddr.isValid(host);
}

/** The host of a URL without what does not change where it leads. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** An IPv4 address in the clothes of an IPv6 one is judged as what it is. */
function plain(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const one = ipaddr.process(address);
  return one instanceof ipaddr.IPv6 && one.match(TRANSLATED)
    ? ipaddr.fromByteArray(one.toByteArray().slice(-4))
    : one;
}
