import ipaddr from 'ipaddr.js';

/** An address that anybody may ask: none of this machine, of its networks, or of their services. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in the clothes of an IPv6 one is judged as what it is.
  return ipaddr.process(address).range() === 'unicast';
}
