import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';
import { sourceFiles } from '../kit/source-files.ts';

/** A comment `// guard: name` in the sources. */
export interface GuardMark {
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const MARK = /\/\/ guard: ([a-z0-9-]+(?:, [a-z0-9-]+)*)$/;

export function guardMarks(): readonly GuardMark[] {
  return sourceFiles()
    .filter((file) => !file.startsWith('tests/'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          (MARK.exec(text)?.[1]?.split(', ') ?? []).map((name) => ({
            name,
            file,
            line: index + 1,
          })),
        ),
    );
}
