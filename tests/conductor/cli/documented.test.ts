import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { EXIT, EXIT_MEANINGS } from '../../../conductor/src/cli/exit-codes.ts';
import { createProgram } from '../../../conductor/src/cli/program.ts';
import { ROOT } from '../../../launcher/root.ts';

const page = readFileSync(join(ROOT, 'docs', 'cli.md'), 'utf8');
const sections = new Map(
  page
    .split(/^### baton /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0], section]),
);
const COMMON = ['--json', '--url', '--data-dir'];

describe('docs/cli.md', () => {
  const { commands } = createProgram({ quiet: false });

  it('has a section for each command, and none for another', () => {
    expect(new Set(sections.keys())).toEqual(new Set(commands.map((command) => command.name())));
  });

  it.each(commands.map((command) => [command.name(), command] as const))(
    'names all that %s takes',
    (name, command) => {
      for (const one of [command, ...command.commands]) {
        if (one !== command) expect(sections.get(name)).toContain(`baton ${name} ${one.name()}`);
        for (const option of one.options) {
          if (!option.hidden && !COMMON.includes(option.long ?? ''))
            expect(sections.get(name)).toContain(option.long ?? option.flags);
        }
      }
    },
  );

  it('tells each exit code as the help does', () => {
    const rows = Object.entries(EXIT).map(
      ([name, code]) => `${code} ${EXIT_MEANINGS[name as keyof typeof EXIT]}`,
    );
    const table = [...page.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(
      ([, code, meaning]) => `${code} ${meaning}`,
    );
    expect(table).toEqual(rows);
  });
});
