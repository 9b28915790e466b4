import { createHash } from 'node:crypto';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

interface AsyncApi {
  readonly components: { readonly messages: Readonly<Record<string, Json>> };
}

/**
 * Lists what other programs rely on: a line for each operation of the API and each frame of the bridge, with a hash of
 * all that its document says of it. A change of the contract is a line of a diff.
 */
export function apiLock(openapi: object, asyncapi: object): string {
  const { paths } = openapi as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId } = operation as { readonly operationId: string };
      return `${operationId} ${method.toUpperCase()} ${path} ${hashOf(operation, openapi)}`;
    }),
  );
  const { messages } = (asyncapi as AsyncApi).components;
  const frames = Object.entries(messages).map(
    ([type, message]) => `frame ${type} ${hashOf(message, asyncapi)}`,
  );
  return `${[...operations.toSorted(), ...frames.toSorted()].join('\n')}\n`;
}

/** Covers what it refers to as well. */
function hashOf(part: Json, document: object): string {
  const text = JSON.stringify(resolved(part, document as Json, []));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function resolved(part: Json, document: Json, within: readonly string[]): Json {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one: Json) => resolved(one, document, within));
  const { $ref: ref } = part as { readonly $ref?: Json };
  if (typeof ref === 'string' && !within.includes(ref)) {
    const names = ref.split('/').slice(1);
    const target = names.reduce<Json>(
      (at, name) => (at as Record<string, Json>)[name] ?? null,
      document,
    );
    return resolved(target, document, [...within, ref]);
  }
  const entries = Object.entries(part as Readonly<Record<string, Json>>);
  return Object.fromEntries(entries.map(([key, one]) => [key, resolved(one, document, within)]));
}
