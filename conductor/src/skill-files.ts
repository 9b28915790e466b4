import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

import { err, ok, type Result } from '../../shared/lib/result.ts';
import type { SkillFiles, WrittenSkill } from './features/hands/tools/feature.ts';
import { faultOfOwnFile } from './own-file.ts';

const MAX_BYTES = 1_000_000;

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Longest description that is told. */
const MAX_DESCRIPTION = 300;

/**
 * Skills that a person put into `folder`: each a folder with a text in Markdown whose fields say what it is for, as programs of
 * others have them, and what that refers to. Source: https://agentskills.io/specification
 */
export function createSkillFiles(folder: string): SkillFiles {
  return {
    folder,
    names: () => namesIn(folder),
    async all() {
      const found = await Promise.all(
        namesIn(folder).map(async (name) => ({ name, skill: await readSkill(join(folder, name)) })),
      );
      return found;
    },
    async read(name, file = 'SKILL.md') {
      if (!NAME.test(name) || !namesIn(folder).includes(name)) return null;
      return readWithin(join(folder, name), file);
    },
  };
}

async function readSkill(dir: string): Promise<Result<WrittenSkill, string>> {
  const text = readWithin(dir, 'SKILL.md');
  if (text === null) return err('it has no file SKILL.md.');
  if (!text.ok) return text;
  // YAML costs start-up time, which whoever has no skills does not pay.
  const { readFrontMatter } = await import('./front-matter.ts');
  const read = readFrontMatter(text.value);
  if (!read.ok) return read;
  const { description } = (read.value.fields ?? {}) as { readonly description?: unknown };
  if (typeof description !== 'string' || description.trim() === '')
    return err('its fields have no description.');
  return ok({ description: description.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION) });
}

/** Null: there is no such file in the folder. Links that lead out of it lead nowhere. */
function readWithin(dir: string, file: string): Result<string, string> | null {
  try {
    const root = realpathSync(dir);
    const path = realpathSync(join(root, file));
    // guard: skill-folder
    if (!path.startsWith(root + sep) || !statSync(path).isFile()) return null;
    const fault = faultOfOwnFile(path, MAX_BYTES);
    if (fault !== null) return err(fault); // guard: skill-owner
    const bytes = readFileSync(path);
    return bytes.includes(0) ? err('it is no text.') : ok(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && NAME.test(entry.name))
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return []; // Nobody has made the folder.
  }
}
