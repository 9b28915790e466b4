import { bare, settle, unbound, utf8 } from './natives.ts';

/**
 * Makes the fingerprint of a credential: HMAC-SHA-256 with the key of this installation, the first 32 hex
 * digits. The credential itself is used here and goes nowhere.
 */
export interface CredentialSigner {
  readonly setKey: (hex: string) => void;
  /** `done` is not called before a key has come, nor where the page has no crypto (plain http). */
  readonly sign: (authorization: string | null, done: (fingerprint: string) => void) => void;
}

/** Stands for cookies, which no script here can or should read. */
const AMBIENT = 'ambient';
const FINGERPRINT_BYTES = 16;
const nothing = (): void => undefined;

export function makeCredentialSigner(): CredentialSigner {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return { setKey: nothing, sign: nothing };
  const importRaw = unbound(subtle, 'importKey') as unknown as ImportRawKey;
  const makeSignature = unbound(subtle, 'sign');
  const algorithm = bare({ name: 'HMAC', hash: 'SHA-256' });
  let key: CryptoKey | null = null;
  let onKey = nothing;

  const signWith = (ready: CryptoKey, credential: string, done: (hex: string) => void): void => {
    const signature = makeSignature(subtle, 'HMAC', ready, utf8(credential));
    void settle(signature, (bytes) => done(hexOf(new Uint8Array(bytes))), nothing);
  };
  return {
    setKey(hex) {
      const imported = importRaw(subtle, 'raw', utf8(hex), algorithm, false, ['sign']);
      const use = (ready: CryptoKey): void => {
        key = ready;
        onKey();
        onKey = nothing;
      };
      void settle(imported, use, nothing);
    },
    sign(authorization, done) {
      const credential = authorization ?? AMBIENT;
      if (key !== null) {
        signWith(key, credential, done);
        return;
      }
      const earlier = onKey;
      onKey = () => {
        earlier();
        if (key !== null) signWith(key, credential, done);
      };
    },
  };
}

type ImportRawKey = (
  subtle: SubtleCrypto,
  format: 'raw',
  key: Uint8Array<ArrayBuffer>,
  algorithm: HmacImportParams,
  extractable: boolean,
  usages: KeyUsage[],
) => Promise<CryptoKey>;

const DIGITS = '0123456789abcdef';

function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (let index = 0; index < FINGERPRINT_BYTES; index += 1) {
    const byte = bytes[index] ?? 0;
    hex += (DIGITS[byte >> 4] ?? '') + (DIGITS[byte & 15] ?? '');
  }
  return hex;
}
