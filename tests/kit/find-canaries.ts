import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { ChatWorld } from './chat-world.ts';

/**
 * Looks for the sites' secrets, and for `more`, in all that Baton keeps: the conductor's folder (database, write-ahead log,
 * logs at debug level), every record in the extension's IndexedDB, and every frame between the two.
 */
export async function findCanaries(
  world: ChatWorld,
  more: readonly string[] = [],
): Promise<string[]> {
  const ofSites = world.standIns.flatMap((site) => Object.values(site.canaries));
  const secrets = [...ofSites, ...more];
  const texts = new Map<string, string>();
  for (const file of filesBelow(world.conductor.dataDir))
    texts.set(file, readFileSync(file, 'latin1'));
  texts.set('the frames', world.heard.join('\n'));
  texts.set('IndexedDB of the extension', await dumpExtensionStorage(world));
  return [...texts].flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
  );
}

async function dumpExtensionStorage(world: ChatWorld): Promise<string> {
  const popup = await world.browser.openPopup();
  try {
    const dump = await popup.evaluate(async () => {
      const request = <T>(asked: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          asked.addEventListener('success', () => resolve(asked.result));
          asked.addEventListener('error', () =>
            reject(asked.error ?? new Error('IndexedDB failed')),
          );
        });
      const found: unknown[] = [];
      for (const { name } of await indexedDB.databases()) {
        if (name === undefined) continue;
        const db = await request(indexedDB.open(name));
        for (const store of db.objectStoreNames) {
          const records = db.transaction(store).objectStore(store);
          found.push({
            name,
            store,
            keys: await request(records.getAllKeys()),
            rows: await request(records.getAll()),
          });
        }
        db.close();
      }
      return JSON.stringify(found);
    });
    if (!dump.includes('attempt'))
      throw new Error('the dump of the extension holds no attempts: it looked at nothing');
    return dump;
  } finally {
    await popup.close();
  }
}

function* filesBelow(dir: string): Generator<string> {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
