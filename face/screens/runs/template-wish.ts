import type { Request } from '../../../shared/api/operation.ts';
import type { Operations, ResponseOf } from '../../../shared/api/operations.ts';
import type { WordKey } from '../../words/word.ts';

export type Template = ResponseOf<'listTemplates'>['items'][number];

export type Program = NonNullable<ResponseOf<'getTemplate'>['program']>;

type ProgramWish = Request<Operations['putTemplate']>['body'];

type Kind = 'acp' | 'terminal';

/** A program as a person writes it. */
export interface ProgramDraft {
  readonly kind: Kind;
  readonly name: string;
  readonly command: string;
  /** One a line; a list as JSON where one of them has several. */
  readonly args: string;
  /** Names, with spaces or commas between. */
  readonly env: string;
  readonly folder: string;
  readonly screen: Program['screen'];
}

/** @param from The one that is changed, or that a new one begins as; null: nothing is written yet. */
export function draftOfProgram(
  from: {
    readonly template: Template;
    readonly program: Program;
  } | null,
): ProgramDraft {
  if (from === null)
    return { kind: 'acp', name: '', command: '', args: '', env: '', folder: '', screen: 'shell' };
  const { template, program } = from;
  const { command, args, env, folder, screen } = program;
  const [kind, name = ''] = template.template_id.split(':');
  return {
    kind: kind === 'terminal' ? 'terminal' : 'acp',
    name: template.source === 'own' ? name : `my-${name}`,
    command,
    args: args.some((one) => one.includes('\n')) ? JSON.stringify(args) : args.join('\n'),
    env: env.join(' '),
    folder: folder ?? '',
    screen,
  };
}

/** The id of a program of that name and kind. */
export function programId({ kind, name }: Pick<ProgramDraft, 'kind' | 'name'>): string {
  return `${kind}:${name}`;
}

/** Returns the wish of a draft, or the missing part. */
export function programWish(draft: ProgramDraft): ProgramWish | WordKey {
  const { name, command, args, env, folder, screen } = draft;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name)) return 'template_no_name';
  if (command.trim() === '') return 'template_no_command';
  const names = env.split(/[\s,]+/).filter((one) => one !== '');
  if (names.some((one) => !/^[A-Za-z_]\w{0,99}$/.test(one))) return 'template_no_env';
  return {
    command: command.trim(),
    args: listOf(args) ?? args.split('\n').filter((one) => one !== ''),
    env: names,
    folder: folder.trim() === '' ? null : folder.trim(),
    screen,
  };
}

function listOf(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return isList ? (value as string[]) : null;
  } catch {
    return null;
  }
}
