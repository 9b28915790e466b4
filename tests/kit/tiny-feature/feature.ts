import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';

import { type Feature, feature } from '../../../conductor/src/engine/feature.ts';
import { on } from '../../../conductor/src/engine/effects.ts';
import { effect, insert, plan } from '../../../conductor/src/engine/plan.ts';
import { query } from '../../../conductor/src/engine/query.ts';
import { type Decision, defineStep } from '../../../conductor/src/engine/step.ts';
import {
  kept as keptIn,
  sqliteImplementation,
  type SqliteImplementation,
} from '../../../conductor/src/stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../conductor/src/stores/sqlite/prepared-query.ts';
import { one, operation } from '../../../shared/api/define.ts';
import { ok } from '../../../shared/lib/result.ts';
import { table } from '../../../conductor/src/engine/tables.ts';

/** A feature in one file, with one of everything: notes, each under a name. */
interface Note {
  readonly name: string;
  readonly words: string;
  readonly version: number;
}

const NOTES = table<Note>('notes');

const noteKept = effect<{ readonly name: string }>('noteKept');

const noteNamed = query<{ readonly name: string }, Note | null>('noteNamed');

const queries = { noteNamed };

const notes = sqliteTable('notes', {
  name: text('name').primaryKey(),
  words: text('words').notNull(),
  version: integer('version').notNull(),
});

/** Table that a migration of the feature would make. */
export const NOTES_TABLE =
  'create table notes (name text primary key, words text not null, version integer not null)';

const byName = preparedQuery((db) =>
  db
    .select()
    .from(notes)
    .where(eq(notes.name, sql.placeholder('name')))
    .prepare(),
);

const keepNote = defineStep({
  name: 'keep note',
  load: ({ name }: { readonly name: string; readonly words: string; readonly now: number }) => ({
    known: noteNamed({ name }),
  }),
  decide({ known }, { name, words, now }): Decision<'kept' | 'known'> {
    if (known !== null) return { plan: plan({}), outcome: 'known' };
    return {
      plan: plan({
        changes: [insert(NOTES, { name, words, version: 1 })],
        events: [
          {
            type: 'note.kept',
            subjectId: name,
            conversationKey: null,
            actor: 'person',
            at: now,
            detail: {},
          },
        ],
        effects: [noteKept({ name })],
      }),
      outcome: 'kept',
    };
  },
});

export const notesOperations = {
  keepNote: operation({
    ...one,
    method: 'PUT',
    path: '/v1/notes/:id',
    tag: 'data',
    scope: 'full',
    summary: 'Keeps a note.',
    command: 'notes keep',
    tool: 'keep_note',
    body: z.strictObject({ words: z.string().min(1).meta({ description: 'what it says' }) }),
    response: z.object({ outcome: z.enum(['kept', 'known']) }),
  }),
};

/** Records of a running feature. */
export interface NotesSeen {
  readonly effects: string[];
  readonly frames: string[];
  readonly worker: ('begun' | 'swept' | 'stopped')[];
}

/** `renewal.stop`: a frame that another feature takes where that one runs. */
export function notesFeature(seen: NotesSeen): Feature<null, SqliteImplementation> {
  return feature({
    name: 'notes',
    operations: notesOperations,
    sqlite: sqliteImplementation<typeof queries, unknown>({
      tables: [keptIn(NOTES, { table: notes, key: notes.name, name: 'name' })],
      queries: { noteNamed: (db, { name }) => byName(db).get({ name }) ?? null },
    }),
    start({ store, now, meter }) {
      const kept = meter.counter('notes_kept_total', 'Notes kept.');
      return {
        provides: null,
        handlers: {
          keepNote: async ({ params: { id }, body: { words } }) =>
            ok({ outcome: await store.run(keepNote, { name: id, words, now: now() }) }),
        },
        frames: {
          'renewal.stop': {
            async take({ remote_conversation_id: name }) {
              seen.frames.push(name);
              return [];
            },
          },
        },
        effects: [
          on(noteKept, ({ name }) => {
            kept();
            seen.effects.push(name);
          }),
        ],
        sweeps: [
          {
            name: 'notes',
            async run() {
              if (!seen.worker.includes('swept')) seen.worker.push('swept');
            },
          },
        ],
        begin: () => void seen.worker.push('begun'),
        stop: () => void seen.worker.push('stopped'),
      };
    },
  });
}
