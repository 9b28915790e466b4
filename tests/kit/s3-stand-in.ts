import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { SignatureV4 } from '@smithy/signature-v4';
import { onTestFinished } from 'vitest';

export const S3_KEY = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the right key' };

export const S3_REGION = 'eu-test-1';

type Instead = number | string | undefined;

export interface S3StandIn {
  /** `http://host:port` */
  readonly endpoint: string;
  /** Objects by their path, as `/bucket/prefix/name`. */
  readonly objects: Map<string, Buffer>;
  /** Requests that were let in, as `PUT /bucket/name`. */
  readonly asked: string[];
  /**
   * Called before a request that is let in is answered; a status that it gives is answered instead, and to an address the
   * request is led on.
   */
  before: (method: string, path: string) => Promise<Instead> | Instead;
  /** Called once an object is kept or removed, before that is answered. */
  after: (method: string) => Promise<void> | void;
  /** How many requests came, whoever sent them. */
  heard: number;
  /** Clock of the stand-in. */
  now: () => number;
  /** From then on nobody listens, until it is called again with false. */
  gone(isGone: boolean): Promise<void>;
}

/**
 * A server that speaks as S3 does where one bucket is put into, read, and linked: a real process of HTTP. Every signature is
 * worked out again by another library than the one that made it, and every body is looked at.
 */
export async function startS3(bucket = 'contents'): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', standIn.endpoint);
    standIn.heard += 1;
    const { method = '' } = request;
    const body = await buffer(request);
    const fault = await faultOf(request, url, body, standIn.now());
    if (fault !== null) return refuse(response, 403, fault);
    asked.push(`${method} ${url.pathname}`);
    const instead = await standIn.before(method, url.pathname);
    if (typeof instead === 'string')
      return void response.writeHead(307, { location: instead }).end();
    if (instead !== undefined) return refuse(response, instead, 'SlowDown');
    if (!url.pathname.startsWith(`/${bucket}/`)) return refuse(response, 404, 'NoSuchBucket');
    if (method === 'PUT') {
      objects.set(url.pathname, body);
      await standIn.after(method);
      return void response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      objects.delete(url.pathname);
      await standIn.after(method);
      return void response.writeHead(204).end();
    }
    const found = objects.get(url.pathname);
    if (found === undefined) return refuse(response, 404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start === undefined ? found : found.subarray(Number(start), Number(end) + 1);
    const headers = {
      'content-length': part.length,
      'content-type': url.searchParams.get('response-content-type') ?? 'application/octet-stream',
      'content-disposition': url.searchParams.get('response-content-disposition') ?? 'inline',
    };
    response.writeHead(start === undefined ? 200 : 206, headers);
    response.end(method === 'HEAD' ? undefined : part);
  }

  const standIn: S3StandIn = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    asked,
    before: () => undefined,
    after: () => undefined,
    now: Date.now,
    heard: 0,
    gone: async (isGone) => (isGone ? close() : listen(port)),
  };
  return standIn;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

/** The code of what S3 would have against it. */
async function faultOf(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  now: number,
): Promise<string | null> {
  const { headers } = request;
  const sha256 = createHash('sha256').update(body);
  const hash = sha256.copy().digest('hex');
  const signer = new SignatureV4({
    service: 's3',
    region: S3_REGION,
    credentials: S3_KEY,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const query = Object.fromEntries(url.searchParams);
  const asked = {
    method: request.method ?? '',
    protocol: 'http:',
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
  };
  const { 'X-Amz-Signature': given, 'X-Amz-Date': at, 'X-Amz-Expires': seconds } = query;
  if (given !== undefined && at !== undefined) {
    const plain = Object.entries(query).filter(([name]) => !name.startsWith('X-Amz-'));
    const unsigned = new Set(['x-amz-content-sha256']);
    const stated = { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await signer.presign(
      { ...asked, headers: stated, query: Object.fromEntries(plain) },
      {
        signingDate: dateOf(at),
        expiresIn: Number(seconds),
        unhoistableHeaders: unsigned,
        unsignableHeaders: unsigned,
      },
    );
    if (signed.query?.['X-Amz-Signature'] !== given) return 'SignatureDoesNotMatch';
    const isOver = now > dateOf(at).getTime() + Number(seconds) * 1_000;
    return isOver ? 'AccessDenied' : null;
  }
  const { authorization = '' } = headers;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const kept = names.map((name) => [name, String(headers[name] ?? '')] as const);
  const signed = await signer.sign(
    { ...asked, headers: Object.fromEntries(kept), query },
    {
      signingDate: dateOf(String(headers['x-amz-date'])),
      signableHeaders: new Set(names),
      unsignableHeaders: new Set(
        ['x-amz-content-sha256', 'x-amz-date'].filter((name) => !names.includes(name)),
      ),
    },
  );
  if (signed.headers['authorization'] !== authorization) return 'SignatureDoesNotMatch';
  if (request.method !== 'PUT') return null;
  if (headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const checksum = sha256.digest('base64');
  return headers['x-amz-checksum-sha256'] === checksum ? null : 'BadDigest';
}

function dateOf(text: string): Date {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** As the signer wants it. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array | string {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
