/** Whose limits a conversation's sends count against. */
export function accountKeyOf(platform: string, fingerprint: string | null): string {
  return fingerprint === null ? platform : `${platform}|${fingerprint}`;
}
