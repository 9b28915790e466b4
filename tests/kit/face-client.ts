import { request } from 'node:http';

import type { Scope } from '../../shared/model/scope.ts';
import type { RunningConductor } from './running-conductor.ts';

export interface FaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Body of a JSON answer; else empty. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Cookie that a browser would keep. */
  readonly cookie: string | null;
}

export interface FaceRequest {
  readonly cookie?: string | null;
  readonly body?: unknown;
  /** Instead of what the page of the web UI sends; undefined: not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Tokens that a page kept, by the cookie that came with them. */
const pageTokens = new Map<string, string>();

/** Returns the headers that a page of the web UI sends with its cookie. */
export function pageHeadersOf(cookie: string): Readonly<Record<'cookie' | 'baton-page', string>> {
  return { cookie: `__Host-baton=${cookie}`, 'baton-page': pageTokens.get(cookie) ?? '' };
}

/** A request as a browser sends it for the page of the web UI, or with any headers changed: fetch would not let them be forged. */
export function faceAsk(
  conductor: Pick<RunningConductor, 'url' | 'faceHost'>,
  method: string,
  path: string,
  { cookie = null, body, headers = {} }: FaceRequest = {},
): Promise<FaceAnswer> {
  const host = conductor.faceHost;
  const isSafe = method === 'GET' || method === 'HEAD';
  const sent = {
    host,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'Test Browser 1',
    ...(!isSafe && { origin: `http://${host}`, 'baton-via': 'face' }),
    ...(cookie !== null && pageHeadersOf(cookie)),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(conductor.url);
    // Another conductor may listen there next: no connection is kept. And the path goes out as it is given.
    const to = { hostname, port, path, method, headers: given, agent: false };
    const asked = request(to, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      answer.on('error', reject);
      // A stream of events has no end of its own: that it was opened is the answer.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          json: {},
          cookie: null,
        });
        asked.destroy();
        return;
      }
      answer.on('end', () => {
        const isJson = /\bjson\b/.test(answer.headers['content-type'] ?? '') && text !== '';
        const [set] = answer.headers['set-cookie'] ?? [];
        const got = /^__Host-baton=([^;]*)/.exec(set ?? '')?.[1] ?? null;
        const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
        if (got !== null) pageTokens.set(got, String(json['page_token']));
        const { statusCode = 0, headers: said } = answer;
        resolve({ status: statusCode, headers: said, text, json, cookie: got });
      });
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The code of a new link, as `baton open` gets it. */
export async function faceCode(
  conductor: Pick<RunningConductor, 'admin'>,
  wish: { readonly scope?: Scope; readonly path?: string; readonly digits?: boolean } = {},
): Promise<{ readonly code: string; readonly digits: string; readonly url: string }> {
  const answer = await conductor.admin('POST', '/v1/face/links', wish);
  const { url, code } = (await answer.json()) as { url: string; code: string | null };
  const fragment = new URLSearchParams(new URL(url).hash.slice(1));
  return { code: fragment.get('code') ?? '', digits: code ?? '', url };
}

/** Signs a browser in; what it keeps. */
export async function signIn(
  conductor: Pick<RunningConductor, 'admin' | 'url' | 'faceHost'>,
  scope: Scope = 'full',
): Promise<{ readonly cookie: string; readonly sessionId: string }> {
  const { code } = await faceCode(conductor, { scope });
  const body = { code };
  const { status, cookie, json } = await faceAsk(conductor, 'POST', '/v1/face/sessions', { body });
  if (status !== 201 || cookie === null) throw new Error(`not signed in: ${status}`);
  return { cookie, sessionId: String(json['session_id']) };
}
