import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --config conductor/drizzle.config.ts --name verb_noun` after a change of schema.ts. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './conductor/src/stores/sqlite/schema.ts',
  out: './conductor/migrations',
});
