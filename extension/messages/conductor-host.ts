/** Every name a program on this machine answers to. */
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/;

/**
 * Is this host, with its port, where the conductor itself answers? Its pages are no chats, by whatever name of this
 * machine they were opened. Other ports of it are anybody's.
 */
export function isConductorHost(host: string, conductorUrl: string): boolean {
  const conductor = URL.canParse(conductorUrl) ? new URL(conductorUrl) : null;
  const page = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  if (conductor === null || page === null) return false;
  const isHere = LOOPBACK.test(conductor.hostname) && LOOPBACK.test(page.hostname);
  // guard: conductor-host
  return isHere ? portOf(page) === portOf(conductor) : host === conductor.host;
}

/** A name on the wire has no scheme; a program without a port in it listens at 80. */
function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}
