import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { readChatRef } from '../features/minds/agents/feature.ts';
import { isSafeForKeys, isThisMachine } from '../features/ground/settings/feature.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

const endpoint = z.strictObject({
  name: z.string().regex(NAME, 'is of a-z, 0-9, "_" and "-"'),
  kind: z.enum(['openai-compatible', 'anthropic']),
  base_url: z.url({ protocol: /^https?$/, error: 'is an http(s) address' }),
  api_key_env: z.string().min(1).optional(),
  api_key_file: z.string().min(1).optional(),
  /** Header names, each with the environment variable that holds its value. */
  headers_env: z.record(z.string().min(1), z.string().min(1)).default({}),
  /** Shown to whoever chooses one; others of the endpoint can be named as well. */
  models: z.array(z.string().min(1).max(200)).max(200).default([]),
  /** How many tokens its models take in one request, question and answer together. */
  context_tokens: z.int().min(1_000).max(100_000_000).optional(),
  /** Requests under way at once; further ones wait for their turn. */
  max_concurrent: z.int().min(1).max(1_000).default(4),
  /** May a model call several tools in one reply? */
  parallel_tool_calls: z.boolean().optional(),
  /** Longest wait for a reply. */
  timeout_ms: z.int().min(1_000).max(3_600_000).default(600_000),
});

/** An entry of models.json. */
export type EndpointConfig = z.output<typeof endpoint>;

/**
 * Whether a model is to be told that it may call several tools in one reply; null says nothing of it.
 * Servers for one machine may give the first of several calls alone: https://github.com/ggml-org/llama.cpp/issues/14101.
 */
export function callsInParallel({
  kind,
  base_url: url,
  parallel_tool_calls: told,
}: EndpointConfig): boolean | null {
  if (told !== undefined) return told;
  return kind === 'openai-compatible' && isThisMachine(new URL(url)) ? false : null;
}

/**
 * Reads models.json: `{"models": [{name, kind, base_url, …}]}`. A faulty entry says where and what fits, and takes no other
 * with it.
 */
export function readModelsConfig(
  text: string,
  file: string,
): Result<readonly Result<EndpointConfig, { name: string; fault: string }>[], string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own words quote the file.
    return err(`${file}: is not JSON.`);
  }
  const shape = z.object({ models: z.array(z.unknown()) }).safeParse(value);
  if (!shape.success) return err(`${file}: models: is a list of endpoints.`);
  const seen = new Set<string>();
  return ok(
    shape.data.models.map((entry, index) => {
      const place = `${file}: models[${index}]`;
      const parsed = endpoint.safeParse(entry);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const path = issue?.path.map(String).join('.') ?? '';
        const fault = `${place}${path === '' ? '' : `.${path}`}: ${issue?.message ?? 'is invalid'}.`;
        return err({ name: nameOf(entry) ?? `models[${index}]`, fault });
      }
      const { name, base_url: url } = parsed.data;
      const faulty = (fault: string) => err({ name, fault: `${place}${fault}` });
      if (seen.has(name)) return faulty('.name: another entry has it.');
      seen.add(name);
      if (readChatRef(`${name}:`) !== null)
        return faulty('.name: is taken, for web chats as models.');
      // guard: model-plain-http
      if (!isSafeForKeys(new URL(url)))
        return faulty('.base_url: is https, or http on this machine: a key goes there.');
      // guard: model-address-shown
      if (hasPassword(new URL(url)))
        return faulty(
          '.base_url: is shown, so it has no name or password: api_key_env names a key.',
        );
      return ok(parsed.data);
    }),
  );
}

function nameOf(entry: unknown): string | null {
  const { name } = (entry ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' && NAME.test(name) ? name : null;
}

function hasPassword({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}
