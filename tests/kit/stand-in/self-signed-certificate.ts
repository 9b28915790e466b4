import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { isIP } from 'node:net';
import forge from 'node-forge';

const RSA_BITS = 2048;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A certificate nobody vouches for, valid for a day either side of now; PEM texts. `host`: a name or an IP address. */
export async function createSelfSignedCertificate(
  host: string,
): Promise<{ key: string; cert: string }> {
  // Node makes the key a hundred times faster than forge, which only writes the certificate.
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const subject = [{ name: 'commonName', value: host }];
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() + DAY_MS);
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  const [dnsName, ipAddress] = [2, 7];
  const altName = isIP(host) === 0 ? { type: dnsName, value: host } : { type: ipAddress, ip: host };
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [altName] },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) };
}
