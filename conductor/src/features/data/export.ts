import type { DataPort } from './data-port.ts';
import { renderMarkdown } from './export-markdown.ts';

/** Of the JSON lines: an import takes those of this version. */
export const FORMAT_VERSION = 1;

/** Everything of the conversations as JSON lines: a header, then each conversation's rows, itself first. */
export function* exportJsonLines(
  data: DataPort,
  only: string | null,
  baton: string,
): Generator<string> {
  yield `${JSON.stringify({ baton_export: FORMAT_VERSION, baton })}\n`;
  for (const key of data.exportKeys(only)) {
    for (const one of data.exportLines(key)) yield `${JSON.stringify(one)}\n`;
  }
}

/** The conversations as a person reads them. */
export function* exportMarkdown(data: DataPort, only: string | null): Generator<string> {
  for (const key of data.exportKeys(only)) yield renderMarkdown([...data.exportLines(key)]);
}
