const PREFIX = 'derived-';

/**
 * An id made from content, for sites that name none: the same text gives the same id in every browser and
 * after every reload. Two 53-bit mixes (cyrb53, public domain); not for secrets.
 */
export function stableId(content: string): string {
  return `${PREFIX}${mix(content, 0)}${mix(content, 1)}`;
}

export function isStableId(id: string): boolean {
  return id.startsWith(PREFIX);
}

function mix(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const number = 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
  return number.toString(16).padStart(14, '0');
}
