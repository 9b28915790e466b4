import { z } from 'zod';

import type { TestBrowser } from '../../tests/kit/browsers.ts';
import type { JournalRows } from '../check/check-run.ts';

const Journal = z.object({
  attempts: z.array(z.object({ job_id: z.string(), status: z.string() })),
  outbox: z.number(),
});

/** Reads the extension's IndexedDB in a page of its own. */
export async function readJournal(browser: TestBrowser): Promise<JournalRows> {
  const page = await browser.openOwnPage('/popup.html');
  try {
    const read = await page.evaluate(async () => {
      const request = <T>(asked: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          asked.addEventListener('success', () => resolve(asked.result));
          asked.addEventListener('error', () =>
            reject(asked.error ?? new Error('IndexedDB failed')),
          );
        });
      const db = await request(indexedDB.open('baton'));
      const tables = db.transaction(['attempts', 'outbox']);
      const attempts = await request<unknown[]>(tables.objectStore('attempts').getAll());
      const outbox = await request(tables.objectStore('outbox').count());
      db.close();
      return { attempts, outbox };
    });
    return { browser: browser.name, ...Journal.parse(read) };
  } finally {
    await page.close();
  }
}
