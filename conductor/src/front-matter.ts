import { parse } from 'yaml';

import { err, ok, type Result } from '../../shared/lib/result.ts';

/** In characters. A reader of YAML compares each key with all before it: thousands of them would hold everybody up. */
const MAX_FIELDS = 32_000;

/** Markdown whose fields stand as YAML between two lines of `---`, and what follows them. What is wrong is told. */
export function readFrontMatter(
  text: string,
): Result<{ readonly fields: unknown; readonly body: string }, string> {
  const [, yaml, body = ''] =
    /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n([^]*))?$/.exec(text) ?? [];
  if (yaml === undefined) return err('it begins with its fields between two lines of ---.');
  if (yaml.length > MAX_FIELDS)
    return err(`its fields are too long: more than ${MAX_FIELDS} characters.`);
  try {
    return ok({ fields: parse(yaml, { maxAliasCount: 0, logLevel: 'error' }) as unknown, body });
  } catch (cause) {
    const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n');
    return err(`its fields are no YAML: ${line}`);
  }
}
