import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import * as z from 'zod';

import { err, ok, type Result } from '../../shared/lib/result.ts';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'is a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is at least ${min}`).max(max, `is at most ${max}`));

/** Every setting: its flag is the name in kebab-case, its variable BATON_ and the name in capitals. */
const SETTINGS = {
  port: wholeNumber(0, 65_535)
    .default(7717)
    .describe('port to listen on, at 127.0.0.1; 0 takes a free one'),
  dataDir: z
    .string()
    .min(1, 'names a folder')
    .default(join(homedir(), '.local', 'share', 'baton'))
    .transform((dir) => resolve(dir))
    .describe('folder of the database and the secrets'),
  logLevel: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'is silent, error, warn, info or debug')
    .default('info')
    .describe('how much to log, to standard error'),
  leaseMs: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe(
      'how long a browser that left keeps its jobs; longer than twice the ping interval, after which it knows',
    ),
  finalTimeoutMs: wholeNumber(1_000, 7 * 86_400_000)
    .default(2 * 3_600_000)
    .describe('how long a reply may take after its message was sent'),
  maxAttempts: wholeNumber(1, 100).default(5).describe('tries of one delivery'),
  retryBaseMs: wholeNumber(1, 3_600_000)
    .default(2_000)
    .describe('longest wait after the first failed try'),
  retryCapMs: wholeNumber(1, 86_400_000).default(300_000).describe('longest wait between tries'),
  pacing: z
    .enum(['on', 'off'], 'is on or off')
    .default('on')
    .describe('off sends as fast as it can, for demos and tests; a site may mind'),
  pingIntervalMs: wholeNumber(100, 20_000)
    .default(20_000)
    .describe(
      'silence after which a link is probed; more than 20 s would let a Chromium worker sleep',
    ),
  helloTimeoutMs: wholeNumber(50, 60_000)
    .default(10_000)
    .describe('how long a connection may take to say who it is'),
  requestTimeoutMs: wholeNumber(100, 3_600_000)
    .default(30_000)
    .describe(
      'how long a peer may take to send a request, to read its answer, or to begin the next',
    ),
  maxFrameBytes: wholeNumber(65_536, 64 * 1_048_576)
    .default(8 * 1_048_576)
    .describe('largest frame a browser may send'),
  framesPerSecond: wholeNumber(10, 1_000_000)
    .default(500)
    .describe('frames a browser may send in the long run; four seconds of them at once'),
  maxConversations: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe('conversations that one browser may have open'),
  workingSet: z
    .enum(['on', 'off'], 'is on or off')
    .default('on')
    .describe('off asks the database for every row that a step needs: slower, and else the same'),
  listen: z
    .string()
    .default('')
    .describe('a further address, for other machines, at the port of the public URL; by TLS alone'),
  publicUrl: z
    .union([z.literal(''), z.url({ protocol: /^https$/, error: 'is an https address' })])
    .default('')
    .describe('what other machines call it'),
  tlsCert: z.string().default('').describe('file of the certificate and its chain, in PEM'),
  tlsKey: z.string().default('').describe("file of the certificate's key, in PEM"),
};

/** Nothing but this machine is answered without them. */
const TLS: readonly (keyof typeof SETTINGS)[] = ['listen', 'publicUrl', 'tlsCert', 'tlsKey'];

const schema = z.object(SETTINGS);

export type Config = z.output<typeof schema> & {
  readonly json: boolean;
  readonly stopWithStdin: boolean;
  readonly newSecrets: boolean;
};

type Asked = { readonly help: true } | { readonly help: false; readonly config: Config };

/**
 * Reads flags, then environment, then defaults. All faults at once, each naming its flag and what fits.
 */
export function readConfig(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<Asked, readonly string[]> {
  const options: ParseArgsConfig['options'] = {
    json: { type: 'boolean' },
    'stop-with-stdin': { type: 'boolean' },
    'new-secrets': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const name of Object.keys(SETTINGS)) options[kebab(name)] = { type: 'string' };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const faults: string[] = [];
  const given: Record<string, string> = {};
  let json = false;
  let stopWithStdin = false;
  let newSecrets = false;
  for (const token of tokens) {
    if (token.kind === 'positional') faults.push(`${token.value}: is not a flag; see --help`);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return ok({ help: true });
    if (token.name === 'json') json = true;
    else if (token.name === 'stop-with-stdin') stopWithStdin = true;
    else if (token.name === 'new-secrets') newSecrets = true;
    else if (!Object.hasOwn(options, token.name))
      faults.push(`${token.rawName}: is not a flag here; see --help`);
    else if (token.value === undefined) faults.push(`${token.rawName}: needs a value`);
    else given[token.name] = token.value;
  }
  const raw: Record<string, string> = {};
  for (const name of Object.keys(SETTINGS)) {
    const value = given[kebab(name)] ?? env[variable(name)];
    if (value !== undefined) raw[name] = value;
  }
  const parsed = schema.safeParse(raw);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const from = given[kebab(name)] === undefined ? variable(name) : `--${kebab(name)}`;
    faults.push(`${from}: ${issue.message} (it was ${JSON.stringify(raw[name])})`);
  }
  // guard: tls-needed
  if (parsed.success && TLS.some((name) => parsed.data[name] !== '')) {
    for (const name of TLS.filter((one) => parsed.data[one] === ''))
      faults.push(`--${kebab(name)}: is needed too: other machines are answered by TLS alone`);
  }
  if (!parsed.success || faults.length > 0) return err(faults);
  return ok({ help: false, config: { ...parsed.data, json, stopWithStdin, newSecrets } });
}

export function helpText(): string {
  const lines = Object.entries(SETTINGS).map(([name, setting]) => {
    const value = setting.parse(undefined);
    return `  --${kebab(name).padEnd(18)} ${setting.description ?? ''} [${variable(name)}, default ${String(value)}]`;
  });
  return [
    'Usage: baton start [flags]',
    "In Baton's folder: npm run conductor -- [flags]",
    '',
    ...lines,
    '  --json               one JSON line on standard output when it listens',
    '  --new-secrets        make secrets that are lost or damaged anew; browsers and programs then pair again',
    '  --stop-with-stdin    stop when standard input ends: with the program that started it',
    '',
  ].join('\n');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variable(name: string): string {
  return `BATON_${kebab(name).replaceAll('-', '_').toUpperCase()}`;
}
