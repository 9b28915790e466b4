import { type IDBPDatabase, openDB } from 'idb';

import {
  type RowChanges,
  type Rows,
  TABLE_KEYS,
  TABLE_NAMES,
  type TableKey,
  type TableName,
  type Tables,
} from './tables.ts';

/** 2: resources. 3: tabs that are offered. */
const VERSION = 3;

/** The extension's durable memory. */
export interface Database {
  load(): Promise<Rows>;
  /** All of it or nothing; on disk when the promise resolves. */
  commit(changes: RowChanges): Promise<void>;
  close(): void;
}

type Schema = {
  [K in TableName]: { key: TableKey<K>; value: Tables[K] };
};

/** Opens (and on first use creates) the IndexedDB database of that name. */
export async function openDatabase(name = 'baton'): Promise<Database> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(name, VERSION, {
    upgrade(known) {
      for (const table of TABLE_NAMES) {
        if (known.objectStoreNames.contains(table)) continue;
        known.createObjectStore(table, { keyPath: TABLE_KEYS[table] });
      }
    },
    blocking() {
      db.close();
    },
  });

  async function load(): Promise<Rows> {
    const tx = db.transaction(TABLE_NAMES, 'readonly');
    const all = <K extends TableName>(table: K): Promise<Tables[K][]> =>
      tx.objectStore(table).getAll() as Promise<Tables[K][]>;
    return {
      meta: await all('meta'),
      runtimes: await all('runtimes'),
      bindings: await all('bindings'),
      templates: await all('templates'),
      attempts: await all('attempts'),
      outbox: await all('outbox'),
      conversations: await all('conversations'),
      replies: await all('replies'),
      held: await all('held'),
      calls: await all('calls'),
      grants: await all('grants'),
      offers: await all('offers'),
    };
  }

  async function commit({ put, remove }: RowChanges): Promise<void> {
    const touched = TABLE_NAMES.filter((table) => put[table]?.length || remove[table]?.length);
    if (touched.length === 0) return;
    const tx = db.transaction(touched, 'readwrite', { durability: 'strict' });
    const writes: Promise<unknown>[] = [tx.done];
    for (const table of touched) {
      const store = tx.objectStore(table);
      for (const key of remove[table] ?? []) writes.push(store.delete(key));
      for (const row of put[table] ?? []) writes.push(store.put(row));
    }
    await Promise.all(writes);
  }

  return { load, commit, close: () => db.close() };
}
