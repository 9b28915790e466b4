import { bare, nothing, SafePromise, settle, utf8 } from './natives.ts';

/**
 * Signs a credential: HMAC-SHA-256 with the key of this installation, as decimal bytes. The credential
 * itself is used here and goes nowhere. The page can get hold of the key, which comes by a promise, but not of its
 * bytes: it can sign what it knows, as it can log in with what it likes.
 */
export interface CredentialSigner {
  readonly setKey: (hex: string) => void;
  /** `done` is not called before a key has come, nor where the page has no crypto (plain http). */
  readonly sign: (authorization: string | null, done: (mac: string) => void) => void;
}

const SafeBytes = Uint8Array;
const MAC_BYTES = 32;

/** Stands for cookies, which no script here can or should read. */
const AMBIENT = 'ambient';

export function makeCredentialSigner(): CredentialSigner {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return { setKey: nothing, sign: nothing };
  const importRaw = subtle.importKey.bind(subtle) as ImportRawKey;
  const makeSignature = subtle.sign.bind(subtle);
  const algorithm = bare({ name: 'HMAC', hash: 'SHA-256' });
  let useKey: (key: Promise<CryptoKey>) => void = nothing;
  const key = new SafePromise<CryptoKey>((resolve) => (useKey = resolve));
  return {
    setKey: (hex) => useKey(importRaw('raw', utf8(hex), algorithm, false, ['sign'])),
    sign(authorization, done) {
      const credential = utf8(authorization ?? AMBIENT);
      const use = (ready: CryptoKey): void =>
        void settle(
          makeSignature('HMAC', ready, credential),
          (signature) => {
            const bytes = new SafeBytes(signature);
            let mac = '';
            for (let index = 0; index < MAC_BYTES; index += 1) mac += `${bytes[index]},`;
            done(mac);
          },
          nothing,
        );
      void settle(key, use, nothing);
    },
  };
}

type ImportRawKey = (
  format: 'raw',
  key: Uint8Array<ArrayBuffer>,
  algorithm: HmacImportParams,
  extractable: boolean,
  usages: KeyUsage[],
) => Promise<CryptoKey>;
