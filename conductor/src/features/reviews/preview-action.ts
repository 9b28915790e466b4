import type { AnswerOf } from '../../../../shared/api/operations.ts';
import type { FoundBy } from '../../engine/query.ts';
import type { InstructionView } from '../actions/feature.ts';

type Preview = AnswerOf<'getApprovalPreview'>;

type Diff = Extract<Preview, { readonly kind: 'text_diff' }>;

type Params = InstructionView['params'];

type Value = Params[string];

type Earlier = FoundBy<'succeededOn'>;

/** Longer texts are shown by their beginning. */
const MOST_SHOWN = 200_000;

const MOST_PARTS = 100;

/** What such params are called, by the tool servers that there are. */
const PATHS = ['path', 'file_path', 'filePath', 'filename', 'file'];
const CONTENTS = ['content', 'contents', 'text', 'file_text', 'new_content'];
const COMMANDS = ['command', 'cmd', 'script'];
const FOLDERS = ['cwd', 'workdir', 'working_directory', 'folder', 'directory'];
const BEFORES = ['old_string', 'oldText', 'old_text', 'old_str', 'search'];
const AFTERS = ['new_string', 'newText', 'new_text', 'new_str', 'replace'];

const WRITES = /write|create|save|put|edit|replace|update|append/i;

const READS = /read|get|view|open|cat|show/i;

/**
 * What an action would change, as far as it says so itself or the conversation knows. Nothing is run to find out: a tool
 * that reads acts too, and by params that an assistant chose.
 *
 * @param earlier What succeeded before on the same target in the same conversation, the newest first.
 */
export function previewAction(
  {
    target,
    tool,
    params,
  }: { readonly target: string; readonly tool: string; readonly params: Params },
  earlier: Earlier,
): Preview {
  if (target === 'conversation') return messageOf(params) ?? { kind: 'params', params };
  return (
    editOf(params) ??
    writeOf(tool, params, earlier) ??
    commandOf(params) ?? { kind: 'params', params }
  );
}

function messageOf(params: Params): Preview | null {
  const [to, text] = [textIn(params, ['to']), textIn(params, ['text'])];
  if (to === null || text === null) return null;
  return { kind: 'message', to, title: null, ...shown('text', text) };
}

/** The action brings what it replaces along: one place, or a list of them. */
function editOf(params: Params): Diff | null {
  const listed = Object.values(params).find((value) => Array.isArray(value)) ?? [params];
  const parts = (listed as Value[]).map((one) => partOf(one));
  if (parts.length === 0 || parts.some((part) => part === null)) return null;
  const all = parts.flatMap((part) => part ?? []);
  return {
    kind: 'text_diff',
    path: textIn(params, PATHS),
    parts: all.slice(0, MOST_PARTS).map(({ before, after }) => ({
      before: before.slice(0, MOST_SHOWN),
      after: after.slice(0, MOST_SHOWN),
    })),
    before_at: null,
    cut:
      all.length > MOST_PARTS ||
      all.some((one) => Math.max(one.before.length, one.after.length) > MOST_SHOWN),
  };
}

function partOf(value: Value): { readonly before: string; readonly after: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const [before, after] = [textIn(value, BEFORES), textIn(value, AFTERS)];
  return before === null || after === null ? null : { before, after };
}

/** A whole text that takes the place of another, which the conversation may have read or written before. */
function writeOf(tool: string, params: Params, earlier: Earlier): Diff | null {
  const [path, after] = [textIn(params, PATHS), textIn(params, CONTENTS)];
  if (path === null || after === null || !WRITES.test(tool)) return null;
  const before = lastKnown(path, earlier);
  return {
    kind: 'text_diff',
    path,
    parts: [
      { before: before?.text.slice(0, MOST_SHOWN) ?? null, after: after.slice(0, MOST_SHOWN) },
    ],
    before_at: before?.at ?? null,
    cut: Math.max(after.length, before?.text.length ?? 0) > MOST_SHOWN,
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

function commandOf(params: Params): Preview | null {
  const command = textIn(params, COMMANDS);
  if (command === null) return null;
  const args = Array.isArray(params['args']) ? params['args'] : [];
  const whole = [
    command,
    ...args.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))),
  ];
  return { kind: 'command', folder: textIn(params, FOLDERS), ...shown('command', whole.join(' ')) };
}

function shown<Name extends string>(
  name: Name,
  text: string,
): { [Key in Name]: string } & { cut: boolean } {
  return { [name]: text.slice(0, MOST_SHOWN).toWellFormed(), cut: text.length > MOST_SHOWN } as {
    [Key in Name]: string;
  } & { cut: boolean };
}

/** The first of these that holds a text. */
function textIn(params: Params, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(params, name) ? params[name] : null;
    if (typeof value === 'string') return value;
  }
  return null;
}
