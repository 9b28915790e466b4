import { parse } from 'yaml';

import { err, ok, type Result } from '../../shared/lib/result.ts';

/** Markdown whose fields stand as YAML between two lines of `---`, and what follows them. What is wrong is told. */
export function readFrontMatter(
  text: string,
): Result<{ readonly fields: unknown; readonly body: string }, string> {
  const [, yaml, body = ''] =
    /^\uFEFF?---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n([^]*))?$/.exec(text) ?? [];
  if (yaml === undefined) return err('it begins with its fields between two lines of ---.');
  try {
    return ok({ fields: parse(yaml, { maxAliasCount: 0 }) as unknown, body });
  } catch (cause) {
    const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n');
    return err(`its fields are no YAML: ${line}`);
  }
}
