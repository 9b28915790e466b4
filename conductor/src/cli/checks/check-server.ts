import { connect, type TLSSocket } from 'node:tls';

import { certificateFault, checkCertificates } from '../../certificate-fault.ts';
import { localTime } from '../output.ts';
import { type Check, check } from './check.ts';

const CONNECT_LIMIT_MS = 10_000;
/** A certificate that ends sooner is to be renewed. */
const SOON_MS = 7 * 86_400_000;

/** Can this machine reach a conductor on another one, and is its certificate the one of that name? Nothing is sent. */
export async function checkServer(server: URL, now: number): Promise<Check> {
  const host = server.hostname.replace(/^\[|\]$/g, '');
  checkCertificates();
  let socket: TLSSocket | undefined;
  try {
    socket = await dialled(host, Number(server.port) || 443);
    const until = Date.parse(socket.getPeerCertificate().valid_to);
    const text = `${server.origin}: its certificate fits until ${localTime(until)}`;
    return until - now > SOON_MS
      ? check('server', 'ok', text)
      : check('server', 'warn', text, 'Renew it, then restart the conductor there.');
  } catch (cause) {
    const fault = certificateFault(cause);
    const words = cause instanceof Error ? cause.message : String(cause);
    return fault === null
      ? check('server', 'fail', `${server.origin}: ${words}`, 'See that it runs, with --listen.')
      : check('server', 'fail', `${server.origin}: ${fault}`, 'Nothing goes there until it fits.');
  } finally {
    socket?.destroy();
  }
}

function dialled(host: string, port: number): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  // An address is no name: none is asked for.
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  const socket = connect({ host, port, ...name }, () => resolve(socket));
  socket.setTimeout(CONNECT_LIMIT_MS, () => socket.destroy(new Error('no answer came in time')));
  socket.once('error', reject);
  return promise;
}
