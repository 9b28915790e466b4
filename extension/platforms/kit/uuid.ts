const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** UUID of any version, as most sites name conversations. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
