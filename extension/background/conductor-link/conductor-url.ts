import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import { BRIDGE_PATH } from '../../../shared/protocol/index.ts';
import type { Meta } from '../storage/tables.ts';

/** Where the conductor listens unless a person chose another address. */
export const DEFAULT_CONDUCTOR_URL = 'http://127.0.0.1:7717';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

/** The origin of a conductor that may be paired with: `https` anywhere, plain `http` on this machine only. */
export function readConductorUrl(typed: string): Result<string, CodedError> {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return refuse(`The address is like ${DEFAULT_CONDUCTOR_URL}.`);
  }
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
    return refuse('A conductor on another machine is reached by https only.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The address holds no user name or password.');
  }
  return ok(url.origin);
}

/** Where a person's conductor is, or was last: where nobody has ever said, the port it listens on by itself. */
export function usualConductorUrl(meta: Meta): string {
  return meta.pairing?.conductor_url ?? meta.last_conductor_url ?? DEFAULT_CONDUCTOR_URL;
}

/** An address becomes known by its port, or by a person who paired with it in a page of ours. */
export function knownConductor(meta: Meta, conductorUrl: string): boolean {
  return [DEFAULT_CONDUCTOR_URL, usualConductorUrl(meta)].includes(conductorUrl);
}

/** Where the bridge of a conductor listens. */
export function bridgeUrl(conductorUrl: string): string {
  return `${conductorUrl.replace(/^http/, 'ws')}${BRIDGE_PATH}`;
}

function refuse(text: string): Result<string, CodedError> {
  return err({ code: 'invalid_request', text });
}
