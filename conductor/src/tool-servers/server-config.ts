import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';

const risk = z.enum(['low', 'medium', 'high']);

const common = {
  disabled: z.boolean().default(false),
  /** Longest run of one of its tools. */
  timeoutMs: z
    .int()
    .min(1_000)
    .max(24 * 3_600_000)
    .default(60_000),
  /** `hints`: what the server says of its tools counts; `none`: all are high risk but for `risk`. */
  trust: z.enum(['hints', 'none']).default('hints'),
  /** Risks by tool name, `*` fits any characters; the first that fits counts. */
  risk: z.record(z.string().min(1), risk).default({}),
  /** true: its tools return the person's own data, as files or mail. Left out: true for tools of a closed world. */
  private: z.boolean().optional(),
  /**
   * true: its tools reach others: strangers' words come in, and data may go out. Left out: as each tool says, else yes.
   */
  outside: z.boolean().optional(),
};

const stdio = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().min(1).optional(),
  ...common,
});

const http = z.strictObject({
  type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
  url: z.url({ protocol: /^https?$/, error: 'is an http(s) address' }),
  headers: z.record(z.string(), z.string()).default({}),
  ...common,
});

/** A server that is started as a process. */
export type StdioServer = z.output<typeof stdio>;

/** A server that is reached over HTTP. */
export type HttpServer = z.output<typeof http>;

/** An entry of mcp.json. */
export type ServerConfig = StdioServer | HttpServer;

/** Each server under its name: how to reach it, or what is wrong with its entry. */
export type ServerConfigs = ReadonlyMap<string, Result<ServerConfig, string>>;

/** A name that an action can say after `mcp.`. */
const NAME = /^[a-z0-9_-][a-z0-9_.-]{0,99}$/;

/**
 * Reads the `mcpServers` of a config file. A faulty entry says where and what fits, and takes no other down; a file that
 * cannot be read as a whole is one fault.
 */
export function readServerConfigs(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Result<ServerConfigs, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return err(`${file}: is not JSON${placeOf(cause)}.`); // guard: config-quotes-nothing
  }
  const shape = z.object({ mcpServers: z.record(z.string(), z.unknown()) }).safeParse(value);
  if (!shape.success) return err(`${file}: mcpServers: is an object of servers by name.`);
  return ok(
    new Map(
      Object.entries(shape.data.mcpServers).map(([name, entry]) => [
        name,
        readServer(name, entry, file, env),
      ]),
    ),
  );
}

/** Where the parser stopped, where it says so. Its own words quote the file, and the file holds secrets. */
function placeOf(cause: unknown): string {
  const [place] = /\(line \d+ column \d+\)/.exec(String(cause)) ?? [];
  return place === undefined ? '' : ` ${place}`;
}

function readServer(
  name: string,
  entry: unknown,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Result<ServerConfig, string> {
  const place = `${file}: mcpServers.${name}`;
  if (!NAME.test(name)) return err(`${place}: a name is of a-z, 0-9, "_", "-" and ".".`);
  const filled = fill(entry, env);
  if (!filled.ok) return err(`${place}: ${filled.error}`);
  const isHttp = typeof entry === 'object' && entry !== null && 'url' in entry;
  const parsed = (isHttp ? http : stdio).safeParse(filled.value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return err(`${place}${path === '' ? '' : `.${path}`}: ${issue?.message ?? 'is invalid'}.`);
}

/** Puts environment variables, `${NAME}` or `${env:NAME}`, in their places in every text. */
function fill(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Result<unknown, string> {
  const missing = new Set<string>();
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.replaceAll(/\$\{(?:env:)?([A-Za-z_]\w*)\}/g, (_whole, name: string) => {
        const found = env[name];
        if (found === undefined) missing.add(name);
        return found ?? '';
      });
    }
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  const filled = walk(value);
  return missing.size === 0
    ? ok(filled)
    : err(`the environment has no ${[...missing].join(', ')}.`);
}
