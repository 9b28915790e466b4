import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, isAbsolute, join, parse } from 'node:path';

import * as z from 'zod';

import { programWish } from '../../../../../../shared/api/templates.ts';
import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import {
  PROGRAM_PLATFORMS,
  type ProgramPlatform,
  SCREEN_PROGRAMS,
} from '../../../../../../shared/model/program-platforms.ts';
import { nearNames } from '../../../../baa/near-names.ts';
import { refused } from '../../../heart/deliveries/feature.ts';
import { sensitivePaths } from '../../../../text-risk/paths.ts';

const entry = programWish.extend({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'is of a-z, 0-9, "_" and "-"'),
  kind: z.enum(PROGRAM_PLATFORMS),
});

/** A program that a worker of a run can be made of. */
export type ProgramTemplate = z.output<typeof entry>;

const own = (kind: ProgramPlatform, name: string, command: string, args: string[] = []) =>
  entry.parse({ kind, name, command, args, screen: SCREEN_PROGRAMS.find((one) => one === name) });

/** Those that everybody has. They run where they are installed. */
const BUILT_IN: readonly ProgramTemplate[] = [
  own('terminal', 'claude-code', 'claude'),
  own('terminal', 'codex', 'codex'),
  own('terminal', 'opencode', 'opencode'),
  own('terminal', 'shell', process.platform === 'win32' ? 'powershell' : 'sh'),
  own('acp', 'claude-code', 'claude-code-acp'),
  own('acp', 'codex', 'codex-acp'),
  own('acp', 'opencode', 'opencode', ['acp']),
  own('acp', 'gemini', 'gemini', ['--experimental-acp']),
];

/** A program, and where it comes from. */
export interface KnownProgram {
  readonly kind: ProgramPlatform;
  readonly name: string;
  readonly source: 'builtin' | 'file' | 'own';
  /** Null: it is sealed, and its key is not here. */
  readonly program: ProgramTemplate | null;
  /** Epoch milliseconds; null: nobody keeps that. */
  readonly updatedAt: number | null;
}

/** Programs that workers of runs can be made of; of two of one name that of `programs.json` wins. */
export interface ProgramTemplates {
  find(kind: ProgramPlatform, name: string): Promise<Result<ProgramTemplate, CodedError>>;
  /** Each once. */
  all(): Promise<readonly KnownProgram[]>;
}

/**
 * Reads `programs.json` each time it is asked: `{"programs":[{"name","kind","command",…}]}`.
 *
 * @param own Those that a person has written here.
 */
export function createProgramTemplates(
  file: string,
  own: () => Promise<readonly KnownProgram[]>,
): ProgramTemplates {
  async function known(named: readonly ProgramTemplate[]): Promise<readonly KnownProgram[]> {
    const all = [
      ...named.map((program) => knownAs('file', program)),
      ...BUILT_IN.map((program) => knownAs('builtin', program)),
      ...(await own()),
    ];
    const isFirst = ({ kind, name }: KnownProgram, place: number) =>
      all.findIndex((one) => one.kind === kind && one.name === name) === place;
    return all.filter(isFirst);
  }

  return {
    async find(kind, name) {
      const named = readPrograms(file);
      if (!named.ok) return err({ code: 'template_missing', text: named.error });
      const all = (await known(named.value)).filter((one) => one.kind === kind);
      const found = all.find((one) => one.name === name);
      if (found !== undefined)
        return found.program === null ? err(refused('seal_locked')) : ok(found.program);
      const names = all.map((one) => one.name);
      const near = nearNames(name, names);
      const text = `There is no program ${kind}:${name}; there are ${(near.length > 0 ? near : names).join(', ')}.`;
      return err({ code: 'template_missing', text });
    },
    async all() {
      const named = readPrograms(file);
      // What is wrong with the file is said where a program is asked for.
      return known(named.ok ? named.value : []);
    },
  };
}

function knownAs(source: KnownProgram['source'], program: ProgramTemplate): KnownProgram {
  const { kind, name } = program;
  return { kind, name, source, program, updatedAt: null };
}

/** Checks whether a template is a shell, which runs what it is told. */
export function runsWhatItIsTold({ kind, screen }: ProgramTemplate): boolean {
  return kind === 'terminal' && screen === 'shell';
}

/** How a shell is called that is begun as it is; empty: with arguments it may be anything. */
export function nameOfShell({ command, args }: ProgramTemplate): string {
  return args.length > 0 ? '' : basename(command);
}

function readPrograms(file: string): Result<readonly ProgramTemplate[], string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // There need be none.
    return ok([]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('programs.json: is not JSON.');
  }
  const read = z.strictObject({ programs: z.array(entry).max(100) }).safeParse(value);
  if (read.success) return ok(read.data.programs);
  const [issue] = read.error.issues;
  return err(`programs.json: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** Whether its command is there. Null: it is. */
export function missingCommand({ command, name }: ProgramTemplate): CodedError | null {
  const places = isAbsolute(command)
    ? [command]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, command));
  const isThere = places.some((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  });
  if (isThere || process.platform === 'win32') return null;
  return { code: 'template_missing', text: `${name} is not installed: there is no ${command}.` };
}

/**
 * The folder that a program works in, links followed: one that is there, and neither the person's own, nor the root, nor one
 * of the system's.
 */
export function workingFolder(
  asked: string | null,
  dataFolder: string,
): Result<string, CodedError> {
  const refused = (text: string) => err({ code: 'folder_refused', text } as const);
  if (asked === null) return refused('Say in which folder its programs work.');
  if (!isAbsolute(asked)) return refused(`${asked} is no whole path.`);
  let folder: string;
  try {
    folder = realpathSync(asked);
    if (!statSync(folder).isDirectory()) return refused(`${asked} is no folder.`);
  } catch {
    return refused(`There is no folder ${asked}.`);
  }
  const home = homedir();
  const isTooMuch = folder === parse(folder).root || folder === homeOf(home);
  // guard: program-folder
  if (isTooMuch || sensitivePaths({ home, dataFolder }).has(folder))
    return refused(`${folder} is no folder to work in: name a project's.`);
  return ok(folder);
}

function homeOf(home: string): string {
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}
