/** Why a page of that address is never opened or read; null: it may be. */
export function unreachable(url: string, conductorUrl: string): string | null {
  if (!URL.canParse(url)) return `${url.slice(0, 200)} is no address.`;
  const { protocol, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `Only http and https are opened, and this is ${protocol}`;
  }
  const own = new URL(conductorUrl);
  const [name, port] = [host.replace(/:\d+$/, ''), new URL(url).port];
  const isLoopback =
    /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])\.?$/.test(
      name,
    );
  return host === own.host || (isLoopback && port === own.port)
    ? 'That is the conductor itself.'
    : null;
}
