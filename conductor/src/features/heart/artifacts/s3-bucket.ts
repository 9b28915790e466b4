import { createHmac } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';

import { AwsClient } from 'aws4fetch';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { type Environment, readSecret } from '../../ground/settings/feature.ts';
import type { BucketConfig } from './bucket-config.ts';
import type { Bucket } from './bucket.ts';

/** Least speed, in bytes a millisecond: a slower transfer is as good as gone. */
const LEAST_SPEED = 64;

/** Most bytes read of a refusal: its explanation is short. */
const MAX_FAULT_BYTES = 4_096;

/**
 * Contents in a bucket of S3, or of a store that speaks as it does. Keys are read at each request and kept nowhere. Objects
 * of one install stand below a name of its own, so that two in one bucket never take away each other's.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html
 */
export function createS3Bucket(
  config: BucketConfig,
  {
    installSecret,
    env,
    signal,
  }: {
    readonly installSecret: Buffer;
    readonly env: Environment;
    /** Ends what is under way. */
    readonly signal: AbortSignal;
  },
): Bucket {
  const own = createHmac('sha256', installSecret).update('bucket').digest('hex').slice(0, 16);
  const place = `${config.endpoint.replace(/(?<!\/)\/+$/, '')}/${config.bucket}/${config.prefix}/${own}`;
  const urlOf = (name: string): string => `${place}/${name}`;

  function signer(): Result<AwsClient, CodedError> {
    const secret = readSecret(
      { variable: config.secret_key_env, file: config.secret_key_file },
      env,
    );
    const token = readSecret({ variable: config.session_token_env }, env);
    if (!secret.ok) return down(secret.error);
    if (!token.ok) return down(token.error);
    const { access_key_id: accessKeyId, region } = config;
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey: secret.value ?? '',
      ...(token.value !== null && { sessionToken: token.value }),
      service: 's3',
      region,
    });
    return ok(client);
  }

  /** The answer, where the bucket gave one of these; its body is to be read or cancelled. */
  async function ask(
    method: string,
    name: string,
    wanted: readonly number[],
    {
      headers,
      body,
      sizeBytes = 0,
    }: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Blob;
      readonly sizeBytes?: number;
    } = {},
  ): Promise<Result<Response, CodedError>> {
    const client = signer();
    if (!client.ok) return client;
    try {
      const signed = await client.value.sign(urlOf(name), { method, headers: { ...headers } });
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body !== undefined && { body }),
        // The keys' signature goes to the address that the person wrote, and to no other.
        redirect: 'error', // guard: bucket-redirects
        signal: AbortSignal.any([
          signal,
          AbortSignal.timeout(config.timeout_ms + Math.ceil(sizeBytes / LEAST_SPEED)),
        ]),
      });
      if (wanted.includes(response.status)) return ok(response);
      // An answer without a body says of itself why; one to HEAD has none.
      const why = method === 'HEAD' ? await check() : null;
      return why === null ? down(await refusalOf(response)) : err(why);
    } catch (cause) {
      return down(reasonOf(cause));
    }
  }

  async function check(): Promise<CodedError | null> {
    const answer = await ask('GET', 'check', [200, 404]);
    if (!answer.ok) return answer.error;
    const isThere = (await codeIn(answer.value)) !== 'NoSuchBucket';
    return isThere ? null : down('it answered NoSuchBucket.').error;
  }

  return {
    place,
    check,
    async sizeOf(sha256) {
      const answer = await ask('HEAD', sha256, [200, 404]);
      if (!answer.ok) return answer;
      const { status, headers } = answer.value;
      return ok(status === 404 ? null : Number(headers.get('content-length')));
    },
    async put(sha256, file, sizeBytes) {
      let body: Blob;
      try {
        body = await openAsBlob(file);
      } catch (cause) {
        return down(reasonOf(cause));
      }
      const answer = await ask('PUT', sha256, [200], {
        headers: {
          'content-type': 'application/octet-stream',
          // The bucket refuses what is not whole, by either.
          'x-amz-content-sha256': sha256,
          'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
        },
        body,
        sizeBytes,
      });
      if (!answer.ok) return answer;
      await answer.value.body?.cancel();
      return ok(null);
    },
    async get(sha256, sizeBytes, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const wanted = [range === undefined ? 200 : 206, 404];
      const answer = await ask('GET', sha256, wanted, { ...(headers && { headers }), sizeBytes });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      if (status !== 404 && body !== null) return ok(Readable.fromWeb(body));
      const said = await codeIn(answer.value);
      return said === 'NoSuchBucket' ? down(`it answered NoSuchBucket.`) : ok(null);
    },
    async remove(sha256) {
      const answer = await ask('DELETE', sha256, [200, 204, 404]);
      if (!answer.ok) return answer;
      await answer.value.body?.cancel();
      return ok(null);
    },
    async link({ sha256, name, mediaType }, expiresInSec) {
      const client = signer();
      if (!client.ok) return client;
      const url = new URL(urlOf(sha256));
      url.searchParams.set('X-Amz-Expires', String(expiresInSec));
      // Whatever a tool made: it is for keeping, never for showing under the bucket's origin.
      url.searchParams.set(
        'response-content-disposition',
        `attachment;filename*=UTF-8''${encoded(name)}`,
      );
      url.searchParams.set('response-content-type', mediaType.replaceAll(' ', ''));
      const { url: link } = await client.value.sign(url, { aws: { signQuery: true } });
      return ok(link);
    },
  };

  function down(why: string): { readonly ok: false; readonly error: CodedError } {
    const text = `The bucket ${config.bucket} at ${new URL(config.endpoint).host} cannot be used: ${why}`;
    return err({ code: 'artifact_store_down', text });
  }
}

async function refusalOf(response: Response): Promise<string> {
  const { status } = response;
  return `it answered ${(await codeIn(response)) ?? `with status ${status}`}.`;
}

/** The code of a refusal, as SignatureDoesNotMatch; nothing else of what was said is passed on. */
async function codeIn(response: Response): Promise<string | null> {
  let said = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    said += decoder.decode(chunk, { stream: true });
    if (said.length > MAX_FAULT_BYTES) break;
  }
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(said)?.[1] ?? null;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'it could not be asked.';
  if (cause.name === 'TimeoutError') return 'it did not answer in time.';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return `it could not be asked (${'code' in inner ? String(inner.code) : inner.name}).`;
}

/** Encodes a name as RFC 8187 says. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
