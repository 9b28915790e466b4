import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a system opens an address in the browser its person uses. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` is the shell's, and would read what stands in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/**
 * Opens an address in the person's browser. False: there is none to be seen here, as over ssh, or nothing that opens it.
 */
export async function openUrl(
  url: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const opener = OPENERS[platform];
  if (opener === undefined || !hasScreen(env, platform)) return false;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}

function hasScreen(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (env['SSH_CONNECTION'] !== undefined || env['SSH_TTY'] !== undefined) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}
