import { bothEnds } from '../../../../../../shared/lib/visible-text.ts';
import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { FoundBy } from '../../../../engine/query.ts';
import type { InstructionView } from '../views.ts';
import type * as reviews from './queries.ts';

type Preview = ResponseOf<'getApprovalPreview'>;

/** A look, and the names of the params that are seen in it: of each, all that it holds. */
interface Look {
  readonly shows: readonly (string | null)[];
  readonly preview: WithoutRest<Exclude<Preview, { readonly kind: 'params' }>>;
}

type WithoutRest<Kind> = Kind extends unknown ? Omit<Kind, 'rest'> : never;

type Params = InstructionView['params'];

type Value = Params[string];

type Earlier = FoundBy<typeof reviews.succeededOn>;

/** Longest text shown whole: a longer one is shown by its beginning and its end. */
const MOST_SHOWN = 200_000;

const MOST_PARTS = 100;

/** Names of such params in existing tool servers. */
const PATHS = ['path', 'file_path', 'filePath', 'filename', 'file'];
const CONTENTS = ['content', 'contents', 'text', 'file_text', 'new_content'];
const COMMANDS = ['command', 'cmd', 'script'];
const FOLDERS = ['cwd', 'workdir', 'working_directory', 'folder', 'directory'];
const BEFORES = ['old_string', 'oldText', 'old_text', 'old_str', 'search'];
const AFTERS = ['new_string', 'newText', 'new_text', 'new_str', 'replace'];

const WRITES = /write|create|save|put|edit|replace|update|append/i;

const READS = /read|get|view|open|cat|show/i;

/**
 * Shows what an action would change, as far as the action says so or the conversation knows. Nothing is run to find
 * out: a tool that reads acts too, with params that an assistant chose. The meaning of a param is a guess, so the other
 * params are shown beside it: nothing in an action is left out.
 *
 * @param earlier Actions that succeeded before on the same target in the same conversation, the newest first.
 */
export function previewAction(
  {
    target,
    tool,
    params,
  }: { readonly target: string; readonly tool: string; readonly params: Params },
  earlier: Earlier,
): Preview {
  const look =
    target === 'conversation'
      ? messageOf(params)
      : (editOf(params) ?? writeOf(tool, params, earlier) ?? commandOf(params));
  if (look === null) return { kind: 'params', params };
  // guard: preview-whole
  const rest = Object.entries(params).filter(([name]) => !look.shows.includes(name));
  return { ...look.preview, rest: Object.fromEntries(rest) };
}

function messageOf(params: Params): Look | null {
  const [to, text] = [textIn(params, ['to']), textIn(params, ['text'])];
  if (to === null || text === null) return null;
  return {
    shows: ['to', 'text'],
    preview: { kind: 'message', to, title: null, ...shown('text', text) },
  };
}

/** The action brings what it replaces along: one place, or a list of them. */
function editOf(params: Params): Look | null {
  const list = Object.keys(params).find((name) => Array.isArray(params[name]));
  const listed = (list === undefined ? [params] : params[list]) as Value[];
  const parts = listed.map((one) => partOf(one, list === undefined));
  if (parts.length === 0 || parts.some((part) => part === null)) return null;
  const all = parts.flatMap((part) => part ?? []);
  const own = list === undefined ? all.flatMap(({ names }) => names) : [list];
  const path = textIn(params, PATHS);
  return {
    shows: [...own, path === null ? null : nameIn(params, PATHS)], // guard: preview-path
    preview: {
      kind: 'text_diff',
      path,
      parts: [...all.slice(0, MOST_PARTS - 1), ...all.slice(MOST_PARTS - 1).slice(-1)].map(
        ({ before, after }) => ({
          before: bothEnds(before, MOST_SHOWN),
          after: bothEnds(after, MOST_SHOWN),
        }),
      ),
      before_at: null,
      cut:
        all.length > MOST_PARTS ||
        all.some((one) => Math.max(one.before.length, one.after.length) > MOST_SHOWN),
    },
  };
}

/** @param mayBringMore Whether what else it brings is told with the rest. */
function partOf(
  value: Value,
  mayBringMore: boolean,
): { readonly before: string; readonly after: string; readonly names: string[] } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const names = [nameIn(value, BEFORES), nameIn(value, AFTERS)].filter((name) => name !== null);
  const [before, after] = [textIn(value, BEFORES), textIn(value, AFTERS)];
  if (before === null || after === null) return null;
  return mayBringMore || Object.keys(value).length === 2 ? { before, after, names } : null;
}

/** A whole text that takes the place of another, which the conversation may have read or written before. */
function writeOf(tool: string, params: Params, earlier: Earlier): Look | null {
  const [path, after] = [textIn(params, PATHS), textIn(params, CONTENTS)];
  if (path === null || after === null || !WRITES.test(tool)) return null;
  const before = lastKnown(path, earlier);
  return {
    shows: [nameIn(params, PATHS), nameIn(params, CONTENTS)],
    preview: {
      kind: 'text_diff',
      path,
      parts: [
        {
          before: before && bothEnds(before.text, MOST_SHOWN),
          after: bothEnds(after, MOST_SHOWN),
        },
      ],
      before_at: before?.at ?? null,
      cut: Math.max(after.length, before?.text.length ?? 0) > MOST_SHOWN,
    },
  };
}

/** The whole text at a path, as it was read or written last; null: it was not, or was changed since in another way. */
function lastKnown(
  path: string,
  earlier: Earlier,
): { readonly text: string; readonly at: number } | null {
  for (const { tool, paramsJson, resultText, finishedAt } of earlier) {
    const params = JSON.parse(paramsJson) as Params;
    if (textIn(params, PATHS) !== path) continue;
    const text = WRITES.test(tool)
      ? textIn(params, CONTENTS)
      : READS.test(tool)
        ? resultText
        : null;
    const isWhole = WRITES.test(tool) ? !/append/i.test(tool) : Object.keys(params).length === 1;
    return text === null || finishedAt === null || !isWhole ? null : { text, at: finishedAt };
  }
  return null;
}

function commandOf(params: Params): Look | null {
  const command = textIn(params, COMMANDS);
  if (command === null) return null;
  const args = Array.isArray(params['args']) ? params['args'] : [];
  const whole = args.length === 0 ? command : [command, ...args].map(wordOf).join(' ');
  const folder = textIn(params, FOLDERS);
  return {
    shows: [
      nameIn(params, COMMANDS),
      ...(args.length > 0 ? ['args'] : []),
      ...(folder === null ? [] : [nameIn(params, FOLDERS)]),
    ],
    preview: { kind: 'command', folder, ...shown('command', whole) },
  };
}

/** One word is seen to be one. */
function wordOf(value: Value): string {
  return typeof value === 'string' && /^[\w@%+=:,./-]+$/.test(value)
    ? value
    : JSON.stringify(value);
}

function shown<Name extends string>(
  name: Name,
  text: string,
): { [Key in Name]: string } & { cut: boolean } {
  return { [name]: bothEnds(text, MOST_SHOWN), cut: text.length > MOST_SHOWN } as {
    [Key in Name]: string;
  } & { cut: boolean };
}

/** A text by one of these names. Null: none holds one, or several are there, and which of them counts is the tool's. */
function textIn(params: Params, names: readonly string[]): string | null {
  const name = nameIn(params, names);
  const value = name === null ? null : params[name];
  return typeof value === 'string' ? value : null;
}

function nameIn(params: Params, names: readonly string[]): string | null {
  const [name = null, ...others] = names.filter((one) => Object.hasOwn(params, one));
  return others.length === 0 ? name : null; // guard: preview-one-meaning
}
