import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Clock } from '../../../engine/runtime.ts';

/** Tokens with which whoever has one reads one artifact, and nothing else, until a time. Nothing is kept of them. */
export interface ArtifactLinks {
  /** @param until Epoch ms. */
  tokenFor(artifactId: string, until: number): string;
  /** Tells whether the token was made for that artifact and still holds. */
  fits(artifactId: string, token: string): boolean;
}

export function createArtifactLinks(installSecret: Buffer, now: Clock): ArtifactLinks {
  const sign = (artifactId: string, until: number): Buffer =>
    // guard: artifact-link-one
    createHmac('sha256', installSecret).update(`artifact link ${until} ${artifactId}`).digest();
  return {
    tokenFor: (artifactId, until) => `${until}.${sign(artifactId, until).toString('base64url')}`,
    fits(artifactId, token) {
      const [, until = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const wanted = sign(artifactId, Number(until));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
      return now() < Number(until); // guard: artifact-link-ends
    },
  };
}
