import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';

/** One line of a file in `threats/`: who may do what through which channel, and what a guard keeps from them. */
export interface Threat {
  /** Null: nothing offers the thing, so no line can be removed. */
  readonly guard: string | null;
  /** The test that shows the absence. Null where there is a guard. */
  readonly test: string | null;
  readonly who: string;
  readonly may: string;
  readonly mayNot: string;
}

export interface Area {
  readonly title: string;
  /** Promises and limits that no single line holds, in Markdown. */
  readonly prose: string;
  readonly threats: readonly Threat[];
}

const FILES = [
  'conductor',
  'web-ui',
  'browsers',
  'pages',
  'actions',
  'workers',
  'agents',
  'runs',
  'tools-and-files',
  'screens',
];

/** A line that begins as a threat and does not have its four parts ends the reading: none is left out by a slip. */
const BEGINS = /^- .* ▸ /;
const THREAT = /^- (?:`([a-z0-9-]+)`|absence `([^`]+)`) \| ([^|]+ ▸ [^|]+) \| ([^|]+) \| ([^|]+)$/;

export const AREAS: readonly Area[] = FILES.map((file) =>
  readArea(readFileSync(join(ROOT, 'tests', 'security', 'threats', `${file}.md`), 'utf8')),
);

function readArea(text: string): Area {
  const [heading = '', ...lines] = text.trimEnd().split('\n');
  return {
    title: heading.replace('# ', ''),
    prose: lines
      .filter((line) => !BEGINS.test(line))
      .join('\n')
      .trim(),
    threats: lines.filter((line) => BEGINS.test(line)).map(readThreat),
  };
}

function readThreat(line: string): Threat {
  const [, guard = null, test = null, who, may, mayNot] = THREAT.exec(line) ?? [];
  if (who === undefined || may === undefined || mayNot === undefined)
    throw new Error(`Not "- \`guard\` | who ▸ channel | may | may not": ${line}`);
  return { guard, test, who, may, mayNot };
}
