import { usage } from './command.ts';

/** The conductor on another machine, as `--server` or SERVER_URL says it. @throws Failure (exit code 2) where it is no https address. */
export function serverUrl(given: string | undefined): URL {
  const text = given ?? process.env['SERVER_URL'];
  if (text === undefined) throw usage('--server: is the https address of the conductor.', 'server');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search !== '')
    throw usage(
      `--server: is an address as https://baton.example:7718 (it was ${text}).`,
      'server',
    );
  return url;
}
