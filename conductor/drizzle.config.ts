import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --config conductor/drizzle.config.ts --name verb_noun` after a change of tables. */
export default defineConfig({
  dialect: 'sqlite',
  schema: [
    './conductor/src/stores/sqlite/tables.ts',
    './conductor/src/features/**/tables.sqlite.ts',
  ],
  out: './conductor/migrations',
});
