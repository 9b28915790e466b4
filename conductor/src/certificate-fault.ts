/** Codes of Node for a certificate that does not belong to the server; there is no way around it. */
const FAULTS =
  /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|UNABLE_TO_(GET_ISSUER|VERIFY))/;

/**
 * Has certificates count in this program whatever its environment says: NODE_TLS_REJECT_UNAUTHORIZED, set once for another
 * program, would have anybody on the way taken for the conductor, who has a worker run commands.
 */
export function checkCertificates(): void {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
}

/** Why the certificate of the other side was refused, for people; null: something else went wrong. */
export function certificateFault(cause: unknown): string | null {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && FAULTS.test(at.code))
      return `Its certificate does not fit: ${at.message} (${at.code}). A CA of your own is named with NODE_EXTRA_CA_CERTS.`;
  }
  return null;
}
