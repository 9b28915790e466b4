import type { DataPort } from './data-port.ts';
import { renderMarkdown } from './export-markdown.ts';

/** The version of the JSON lines; an import accepts this one. */
export const FORMAT_VERSION = 1;

/** All rows of the conversations as JSON lines: a header, then the rows of each conversation, its own first. */
export async function* exportJsonLines(
  data: DataPort,
  only: string | null,
  baton: string,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ baton_export: FORMAT_VERSION, baton })}\n`;
  for (const key of await data.exportKeys(only)) {
    for (const one of await data.exportLines(key)) yield `${JSON.stringify(one)}\n`;
  }
}

/** The conversations as Markdown. */
export async function* exportMarkdown(data: DataPort, only: string | null): AsyncGenerator<string> {
  for (const key of await data.exportKeys(only)) yield renderMarkdown(await data.exportLines(key));
}
