import { lookup as lookUp, type LookupAddress } from 'node:dns';
import {
  type IncomingMessage,
  get as getPlain,
  type RequestOptions,
  STATUS_CODES,
} from 'node:http';
import { get as getSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { NoPage } from './no-page.ts';
import { type MayReach, notPublic, pageAddress } from './page-address.ts';

/** Response of a server. */
export interface FetchedPage {
  /** Address of the page in the end, after redirects. */
  readonly url: URL;
  /** Content type that the server named; empty: none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = 5 * 1024 * 1024;

const MAX_REDIRECTS = 5;

/** Milliseconds from the first name that is looked up to the last byte. */
const LONGEST_MS = 20_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const UNPACK: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

export interface FetchDeps {
  readonly mayReach: MayReach;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Default: the system's. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/**
 * Asks for a page without cookies or names. Every host on the way is looked up once, judged by all of its addresses, and
 * asked at those: a name that means another address a moment later leads nowhere else. Throws NoPage.
 */
export async function fetchPage(address: string, deps: FetchDeps): Promise<FetchedPage> {
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(LONGEST_MS)]);
  let next = address;
  let ledBy: URL | null = null;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const judged = pageAddress(next, deps.mayReach); // guard: redirects-judged
    if (!judged.ok) throw new NoPage(judged.why, ledBy);
    const { url } = judged;
    try {
      const response = await ask(url, { ...deps, signal });
      const { statusCode = 0, headers } = response;
      if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
        response.destroy();
        ledBy = url;
        next = URL.parse(headers.location, url.href)?.href ?? headers.location;
        continue;
      }
      if (statusCode < 200 || statusCode > 299) {
        response.destroy();
        // The server's own words for it are a stranger's.
        throw new NoPage(`${url.href} answered ${statusCode} ${STATUS_CODES[statusCode] ?? ''}.`);
      }
      const bytes = await read(response, signal);
      return { url, contentType: headers['content-type'] ?? '', bytes };
    } catch (cause) {
      const why = cause instanceof NoPage ? cause.message : whyOf(cause, url, deps.signal);
      throw new NoPage(why, ledBy);
    }
  }
  throw new NoPage(`${address} leads on more than ${MAX_REDIRECTS} times.`);
}

function ask(url: URL, deps: FetchDeps): Promise<IncomingMessage> {
  const { mayReach, userAgent, signal, resolve = systemAddresses } = deps;
  const lookup: LookupFunction = (host, { all = false }, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        // guard: every-address
        if (first === undefined || !found.every(({ address }) => mayReach(address)))
          done(new NoPage(notPublic(host)), '');
        else if (all) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (cause: Error) => done(cause, ''),
    );
  };
  const options: RequestOptions = {
    lookup,
    signal,
    // A connection of its own each time: none is taken over that was made for another name.
    agent: false,
    headers: {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.5',
      'accept-encoding': Object.keys(UNPACK).join(', '),
    },
  };
  return new Promise((answer, fail) => {
    const request = url.protocol === 'https:' ? getSecure(url, options) : getPlain(url, options);
    request.once('response', answer).once('error', fail);
  });
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const packed = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const unpack = UNPACK[packed];
  const body: Readable | NodeJS.ReadWriteStream =
    unpack === undefined ? response : pipeline(response, unpack(), () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    size += chunk.length;
    // Counted as it is unpacked: a few bytes can be made to hold any number.
    // guard: page-size
    if (size > MAX_BYTES) {
      response.destroy();
      throw new NoPage(`It is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function systemAddresses(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((found, fail) =>
    lookUp(host, { all: true }, (cause, addresses) =>
      cause === null ? found(addresses) : fail(cause),
    ),
  );
}

function whyOf(cause: unknown, url: URL, asked: AbortSignal): string {
  if (asked.aborted) return 'It was called off.';
  const isLate = cause instanceof Error && ['AbortError', 'TimeoutError'].includes(cause.name);
  if (isLate) return `${url.host} took longer than ${LONGEST_MS / 1_000} seconds.`;
  const { code } = cause as NodeJS.ErrnoException;
  return `${url.host} could not be asked${code === undefined ? '' : ` (${code})`}.`;
}
