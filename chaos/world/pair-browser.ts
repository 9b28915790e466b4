import { z } from 'zod';

import type { PairingGrant } from '../../extension/background/ports.ts';
import type { Conductor } from './conductor.ts';

const Offer = z.object({ code: z.string() });
const Grant = z.object({ client_id: z.string(), token: z.string() });

/** Lets a browser of that Origin in, as its extension does. */
export async function pairBrowser(conductor: Conductor, origin: string): Promise<PairingGrant> {
  const offer = await conductor.ask('POST', '/v1/pairing/codes');
  const { code } = Offer.parse(offer?.body);
  const browser = { name: 'simulated', version: '1' };
  const response = await fetch(new URL('/v1/pairing/claim', conductor.url), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code, browser, extension_version: '0.1.0' }),
  });
  return Grant.parse(await response.json());
}
