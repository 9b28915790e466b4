import * as z from 'zod';

import { ok, type Result } from '../../../../../../shared/lib/result.ts';
import {
  defineTool,
  failed,
  textResult,
  type Tool,
  type ToolSource,
} from '../../../heart/actions/feature.ts';

/** Summary of a skill, before the skill is read. */
export interface WrittenSkill {
  /** Purpose of the skill, in one line. */
  readonly description: string;
}

/** The skills of the data folder, as they are now. */
export interface SkillFiles {
  readonly folder: string;
  readonly names: () => readonly string[];
  /** Reads all skills; for one that cannot be read, its fault. */
  readonly all: () => Promise<
    readonly { readonly name: string; readonly skill: Result<WrittenSkill, string> }[]
  >;
  /** Null: there is no such skill, or no such file in it. */
  readonly read: (name: string, file?: string) => Promise<Result<string, string> | null>;
}

/** Length of the list in the help of the tool that reads skills; `skill::list` lists the rest. */
const TOLD_LENGTH = 2_000;

const TARGET = 'skill';

/** The `skill` target, which is there where there are skills. */
export function skillSource(files: SkillFiles): ToolSource {
  const isThere = (): boolean => files.names().length > 0;
  return {
    targets: () => (isThere() ? [TARGET] : []),
    has: (target) => target === TARGET && isThere(),
    async toolsOf() {
      const lines = (await files.all()).flatMap(({ name, skill }) =>
        skill.ok ? [`${name} (${skill.value.description})`] : [],
      );
      return ok([list(files), read(files, told(lines))]);
    },
    close: async () => {},
  };
}

const common = { risk: 'low', readOnly: true, agentsOnly: true } as const;

function list(files: SkillFiles): Tool {
  return defineTool({
    ...common,
    id: 'skill::list',
    params: z.strictObject({}),
    help: 'The skills there are, with what each is for.',
    async run() {
      const all = await files.all();
      const lines = all.map(({ name, skill }) =>
        skill.ok
          ? `${name}: ${skill.value.description}`
          : `${name}: cannot be read: ${skill.error}`,
      );
      return textResult(lines.length === 0 ? 'There are none.' : lines.join('\n'));
    },
  });
}

function read(files: SkillFiles, there: string): Tool {
  return defineTool({
    ...common,
    id: 'skill::read',
    params: z.strictObject({
      name: z.string().min(1).max(63),
      file: z.string().min(1).max(500).optional().describe('SKILL.md without it'),
    }),
    help: `How something is done here: read it before you do that. There are: ${there}`,
    async run({ name, file }) {
      const text = await files.read(name, file);
      if (text === null)
        return failed('not_found', `There is no ${file ?? 'SKILL.md'} of a skill ${name}.`);
      return text.ok
        ? textResult(text.value)
        : failed('tool_unavailable', `${name}: ${text.error}`);
    },
  });
}

function told(lines: readonly string[]): string {
  const fitting: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 2;
    if (length > TOLD_LENGTH) return `${fitting.join(', ')}, and more: see skill::list.`;
    fitting.push(line);
  }
  return fitting.length === 0 ? 'none that can be read.' : `${fitting.join(', ')}.`;
}
