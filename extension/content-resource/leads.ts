/**
 * Does an address of a link or a form lead anywhere? `#` alone, none at all and a script do not: what is pressed there does
 * something instead, as a button does.
 */
export function leads(address: string | null): boolean {
  const plain = address?.trim() ?? '';
  if (/^#?!?$/.test(plain)) return false; // guard: links-lead
  try {
    return new URL(plain, location.href).protocol.slice(0, -1) !== 'javascript';
  } catch {
    return false;
  }
}
