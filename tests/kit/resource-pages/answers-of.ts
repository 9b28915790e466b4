import type { ResourceAnswer } from '../../../extension/messages/resource-messages.ts';
import type { ResourceLabPage } from './resource-lab.ts';

/** Answers of each way of reading a page, without the page's own address and title. */
export interface Answers {
  readonly snapshot: unknown;
  readonly find: unknown;
  readonly markdown: unknown;
  readonly text: unknown;
  readonly json: unknown;
  readonly fields: unknown;
}

export async function answersOf(page: ResourceLabPage, sought: string): Promise<Answers> {
  return {
    snapshot: told(await page.run({ verb: 'snapshot', args: {} })),
    find: told(await page.run({ verb: 'find', args: { text: sought } })),
    markdown: told(await page.run({ verb: 'extract', args: {} })),
    text: told(await page.run({ verb: 'extract', args: { format: 'text' } })),
    json: told(await page.run({ verb: 'extract', args: { format: 'json' } })),
    fields: told(
      await page.run({ verb: 'extract', args: { fields: { all: { selector: 'body' } } } }),
    ),
  };
}

function told(answer: ResourceAnswer): unknown {
  return answer.ok ? answer.result : answer.error_message;
}
