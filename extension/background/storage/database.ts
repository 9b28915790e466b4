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

const VERSION = 1;

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
    upgrade(fresh) {
      for (const table of TABLE_NAMES) {
        fresh.createObjectStore(table, { keyPath: TABLE_KEYS[table] });
      }
    },
    blocking() {
      db.close();
    },
  });

  async function load(): Promise<Rows> {
    const tx = db.transaction(TABLE_NAMES, 'readonly');
    const [meta, runtimes, bindings, templates, attempts, outbox, conversations, replies] =
      await Promise.all([
        tx.objectStore('meta').getAll(),
        tx.objectStore('runtimes').getAll(),
        tx.objectStore('bindings').getAll(),
        tx.objectStore('templates').getAll(),
        tx.objectStore('attempts').getAll(),
        tx.objectStore('outbox').getAll(),
        tx.objectStore('conversations').getAll(),
        tx.objectStore('replies').getAll(),
      ]);
    return { meta, runtimes, bindings, templates, attempts, outbox, conversations, replies };
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
