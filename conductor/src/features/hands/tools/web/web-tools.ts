import * as z from 'zod';

import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import type { Clock, Store } from '../../../../engine/runtime.ts';
import {
  defineTool,
  failed,
  textResult,
  type Tool,
  type ToolOutcome,
} from '../../../heart/actions/feature.ts';
import { openSession, raiseTaint } from '../../../heart/lineage/feature.ts';
import { type FetchedPage, fetchPage } from './fetch-page.ts';
import { NoPage } from './no-page.ts';
import { type MayReach, pageAddress } from './page-address.ts';
import { pageText, tidy } from './page-text.ts';
import { textOf } from './text-of.ts';

const LIMIT_MS = 30_000;

/** The `web` target: pages that anybody may read, without a browser. */
export function webTools(deps: {
  readonly store: Store;
  readonly now: Clock;
  readonly mayReach: MayReach;
  readonly userAgent: string;
}): readonly Tool[] {
  const { store, now, mayReach, userAgent } = deps;

  const fetchTool = defineTool({
    id: 'web::fetch',
    params: z.strictObject({
      url: z.string().min(1).max(4_000).describe('http or https, of the public web'),
    }),
    risk: 'medium',
    readOnly: true,
    agentsOnly: true,
    egress: true,
    timeLimitMs: LIMIT_MS,
    help: 'Reads a page of the public web: its text with the addresses of its links. Whatever is no text is kept as an artifact. Nobody is signed in there.',
    async run({ url }, { conversationKey, signal }) {
      // Before the words are anywhere: what the assistant asks for next is judged as what a stranger may have wanted.
      async function heardFrom(origin: string): Promise<boolean> {
        const session = await store.run(openSession, { conversationKey, now: now() });
        if (session === null) return false;
        const { chatSessionId } = session;
        return store.run(raiseTaint, { chatSessionId, origin, now: now() });
      }
      const gone = failed('not_found', 'The conversation is gone.');
      try {
        const page = await fetchPage(url, { mayReach, userAgent, signal });
        const outcome = await shown(page, signal);
        return (await heardFrom(page.url.origin)) ? outcome : gone; // guard: page-taint
      } catch (cause) {
        if (!(cause instanceof NoPage)) throw cause;
        const { message, ledBy } = cause;
        const isKept = ledBy === null || (await heardFrom(ledBy.origin)); // guard: led-elsewhere
        return isKept ? failed('tool_failed', message) : gone;
      }
    },
  });

  return [
    {
      ...fetchTool,
      look({ url }: JsonObject) {
        const judged = pageAddress(typeof url === 'string' ? url : '', mayReach);
        if (!judged.ok)
          return Promise.resolve(err({ code: 'invalid_params', text: judged.why } as const));
        const facts = { page: { origin: judged.url.origin } };
        return Promise.resolve(ok({ risk: fetchTool.risk, facts, subject: null }));
      },
    },
  ];
}

async function shown(
  { url, contentType, bytes }: FetchedPage,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isHtml = mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  if (isHtml || mediaType === '') {
    const { title, text } = await pageText(textOf(bytes, contentType), url, signal);
    return textResult([url.href, title, '', text].filter((line, at) => at > 1 || line).join('\n'));
  }
  if (/^text\/|[/+](?:json|xml)$|^application\/(?:javascript|x-ndjson|yaml)$/.test(mediaType))
    return textResult(`${url.href}\n\n${tidy(textOf(bytes, contentType))}`);
  const name = url.pathname.split('/').at(-1)?.slice(0, 100) || url.hostname;
  return {
    ...textResult(`${url.href} is ${mediaType}, ${bytes.length} bytes.`),
    attachments: [{ name, mediaType, bytes }],
  };
}
