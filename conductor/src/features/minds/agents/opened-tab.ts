import * as z from 'zod';

import type { Written } from './call-parts.ts';
import type { OpenBrowserPart } from './message-part.ts';
import type { AgentStep } from './rows.ts';

/** The tool whose calls open a page beside the conversation. */
export const OPEN_URL = 'browser::open-url';

/** The tab that a call opens; the same for the same call. */
export function openedTabId(instructionId: string): string {
  return `tab-${instructionId.replaceAll('.', '-')}`;
}

const params = z.object({
  url: z.string(),
  title: z.string().optional(),
  view_key: z.string().nullable().default(null),
  panel_key: z.string().nullable().default(null),
});

/** Lists pages to be opened by those who follow the stream: calls of the step that have begun. */
export function openBrowserParts(
  { instructions }: Pick<Written, 'instructions'>,
  { stepId }: AgentStep,
): readonly OpenBrowserPart[] {
  return instructions.flatMap((row): OpenBrowserPart[] => {
    const isOurs = row.anchorId === stepId && `${row.target}::${row.tool}` === OPEN_URL;
    if (!isOurs || row.startedAt === null) return [];
    const read = params.safeParse(JSON.parse(row.paramsJson));
    if (!read.success) return [];
    const { url, title, view_key: viewKey, panel_key: panelKey } = read.data;
    const id = openedTabId(row.instructionId);
    const named = title === undefined ? {} : { title };
    return [
      { type: 'data-open-browser', id, data: { tabId: id, url, ...named, viewKey, panelKey } },
    ];
  });
}
