import * as z from 'zod';

import { SCREEN_PROGRAMS } from '../../../../../../shared/model/program-platforms.ts';
import claudeCode from './patterns/claude-code.v1.json' with { type: 'json' };
import codex from './patterns/codex.v1.json' with { type: 'json' };
import opencode from './patterns/opencode.v1.json' with { type: 'json' };
import shell from './patterns/shell.v1.json' with { type: 'json' };

const texts = z.array(z.string());

const PatternsFile = z.strictObject({
  program: z.enum(SCREEN_PROGRAMS),
  version: z.int(),
  /** Where its screens were seen, and in which version. */
  sources: texts,
  /** One of the lines at the end says that it works. */
  working: texts,
  /** Patterns of a question to the person. */
  question: texts,
  /** Keys typed for yes and for no. */
  answers: z.strictObject({ yes: z.string().min(1), no: z.string().min(1) }),
  /** Patterns of a prompt: it waits for something to do. */
  prompt: texts,
  /** Patterns of a message that work is done. */
  completed: texts,
  /** Besides the words that all programs have for it. */
  error: texts,
  /** Screens that its patterns are tested with. */
  screens: z.strictObject({ working: texts, question: texts, prompt: texts, none: texts }),
});

/** Patterns of one program, as their file has them. */
export type PatternsFile = z.infer<typeof PatternsFile>;
export type ScreenProgram = PatternsFile['program'];

/** How the screen of a program is read: each pattern is for one line. */
export interface ScreenPatterns {
  readonly program: ScreenProgram;
  readonly version: number;
  readonly answers: PatternsFile['answers'];
  readonly working: readonly RegExp[];
  readonly question: readonly RegExp[];
  readonly prompt: readonly RegExp[];
  readonly completed: readonly RegExp[];
  readonly error: readonly RegExp[];
}

const known = new Map<ScreenProgram, ScreenPatterns>();

/** All files of patterns. */
export function patternFiles(): readonly PatternsFile[] {
  return [claudeCode, codex, opencode, shell].map((file) => PatternsFile.parse(file));
}

/** Those of a program; read when they are first asked for. */
export function patternsOf(program: ScreenProgram): ScreenPatterns {
  if (known.size === 0) for (const file of patternFiles()) known.set(file.program, ready(file));
  const found = known.get(program);
  if (found === undefined) throw new Error(`there are no patterns of ${program}`);
  return found;
}

function ready(file: PatternsFile): ScreenPatterns {
  const all = (sources: readonly string[]) => sources.map((source) => new RegExp(source, 'iu'));
  const { program, version, answers } = file;
  return {
    program,
    version,
    answers,
    working: all(file.working),
    question: all(file.question),
    prompt: all(file.prompt),
    completed: all(file.completed),
    error: all(file.error),
  };
}
