import type { JsonValue } from '../../../baa/json-value.ts';
import { headOf } from '../../../baa/cut-text.ts';
import { oneLine } from '../../../baa/one-line.ts';
import { readOn, shortened } from '../../../baa/shorten-result.ts';
import type { Compression } from './agent-definition.ts';
import type { ToolPart } from './message-part.ts';
import type { PromptMessage } from './prompt.ts';
import { sizeOf, tokensOfAll } from './prompt-size.ts';

/** Counts of what was left out of the messages of one call, and the tokens of the rest. */
export interface CompressionReport {
  readonly results: number;
  readonly inputs: number;
  readonly turns: number;
  /** Counted, not learned from the model. */
  readonly tokens: number;
}

/** So many of the newest turns are never folded. */
const WHOLE_TURNS = 2;

/** Characters kept of a cut result, where nothing else holds it. */
const HEAD_LENGTH = 200;

/** Most characters of a tool's name in the line that replaces its result. */
const NAME_LENGTH = 100;

/** Most characters of a call's input in that line. */
const INPUT_LENGTH = 160;

/** Texts within a long input that stay: names and paths, not contents. */
const SHORT_TEXT = 200;

const FOLDED = '(What was done and said here is left out; the memory holds what mattered.)';

/**
 * The messages with less in them: long results and inputs that are not among the newest become a line that says what
 * they were and where the rest is, and where they still come to more than `maxTokens` (null: nobody knows how much the
 * model takes), turns before the newest two are left with what the person said. What a person said, results of the step
 * that is now answered, and the number of calls and results stay as they are. Whether that is enough, the report says.
 */
export function compressMessages(
  messages: readonly PromptMessage[],
  { keep, minChars }: Compression,
  maxTokens: number | null,
): { readonly messages: readonly PromptMessage[]; readonly report: CompressionReport } {
  // The results of the step that is now answered, and the calls that asked for them.
  const answered = messages.at(-1)?.role === 'tool' ? messages.length - 2 : messages.length;
  const [cutResults, results] = cutLong(messages, answered, { keep, minChars }, RESULTS);
  const [cut, inputs] = cutLong(cutResults, answered, { keep, minChars }, INPUTS);
  const isOver = maxTokens !== null && tokensOfAll(cut) > maxTokens;
  const [left, turns] = isOver ? foldTurns(cut) : [cut, 0];
  return { messages: left, report: { results, inputs, turns, tokens: tokensOfAll(left) } };
}

/** Side of a tool part, input or result: how it is measured, and cut where it is long. */
interface Side {
  readonly partsOf: (message: PromptMessage) => readonly ToolPart[];
  readonly withParts: (message: PromptMessage, parts: readonly ToolPart[]) => PromptMessage;
  readonly textOf: (part: ToolPart) => string;
  readonly lengthOf: (part: ToolPart) => number;
  readonly cut: (part: ToolPart, text: string, isRepeated: boolean) => ToolPart;
  /** true: the older one of two equal texts only names the other. */
  readonly onlyOnce: boolean;
}

const RESULTS: Side = {
  partsOf: (message) => (message.role === 'tool' ? message.results : []),
  withParts: (message, results) => (message.role === 'tool' ? { ...message, results } : message),
  textOf: (part) =>
    part.state === 'output-available'
      ? textOf(part.output)
      : part.state === 'output-error'
        ? part.errorText
        : '',
  lengthOf: (part) => sizeOf(part).output.length,
  cut(part, text, isRepeated) {
    const line = isRepeated ? repeatedLine(part) : cutLine(part, text);
    return part.state === 'output-error'
      ? { ...part, errorText: line }
      : { ...part, state: 'output-available', output: line };
  },
  onlyOnce: true,
};

const INPUTS: Side = {
  partsOf: (message) => (message.role === 'assistant' ? message.calls : []),
  withParts: (message, calls) => (message.role === 'assistant' ? { ...message, calls } : message),
  textOf: ({ input }) => textOf(input),
  lengthOf: (part) => sizeOf(part).input.length,
  cut: (part) => ({ ...part, input: withoutLongTexts(part.input) }),
  onlyOnce: false,
};

function cutLong(
  messages: readonly PromptMessage[],
  answered: number,
  { keep, minChars }: Compression,
  { partsOf, withParts, textOf: read, lengthOf, cut, onlyOnce }: Side,
): readonly [readonly PromptMessage[], number] {
  const seen = new Set<string>();
  let kept = 0;
  let cuts = 0;
  const fromNewest = messages.map((message, index) => ({ message, index })).toReversed();
  const changed = fromNewest.map(({ message, index }) => {
    const all = partsOf(message);
    if (!all.some((part) => lengthOf(part) >= minChars)) return message;
    const parts = all.toReversed().map((part) => {
      const text = read(part);
      if (text.length < minChars) return part;
      const isRepeated = onlyOnce && seen.has(text);
      seen.add(text);
      if (!isRepeated) kept += 1;
      if (index >= answered || (!isRepeated && kept <= keep)) return part;
      const shorter = cut(part, text, isRepeated);
      if (read(shorter).length >= text.length) return part;
      cuts += 1;
      return shorter;
    });
    return withParts(message, parts.toReversed());
  });
  return [changed.toReversed(), cuts];
}

function cutLine(part: ToolPart, text: string): string {
  const kept = shortened(text);
  const length = (kept?.length ?? text.length).toLocaleString('en');
  const what = `cut: ${length} characters of ${callOf(part)}`;
  return kept === null
    ? `(${what}; they began: ${oneLine(headOf(text, HEAD_LENGTH))})`
    : `(${what}; ${readOn(kept.artifactId, 0)})`;
}

function repeatedLine(part: ToolPart): string {
  return `(cut: ${callOf(part)} gave the same as a later call)`;
}

function callOf({ type, input }: ToolPart): string {
  const name = oneLine(type.slice('tool-'.length), NAME_LENGTH);
  return `${name} ${oneLine(textOf(input), INPUT_LENGTH)}`;
}

/** Cuts long texts in the input of a call; short ones stay: they say what it was about. */
function withoutLongTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string')
    return value.length <= SHORT_TEXT
      ? value
      : `(cut: ${value.length.toLocaleString('en')} characters)`;
  if (Array.isArray(value)) return value.map((one: JsonValue) => withoutLongTexts(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withoutLongTexts(one)] as const),
  );
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Folds turns before the newest ones to what the person said; a turn that gets no shorter stays whole. */
function foldTurns(
  messages: readonly PromptMessage[],
): readonly [readonly PromptMessage[], number] {
  const turns: PromptMessage[][] = [];
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(message);
  }
  let folds = 0;
  const left = turns.map((turn, index) => {
    if (index >= turns.length - WHOLE_TURNS) return turn;
    const said = turn.filter(({ role }) => role === 'user');
    const rest = turn.filter(({ role }) => role !== 'user');
    const [first] = rest;
    if (first === undefined) return turn;
    const folded: PromptMessage = { id: first.id, role: 'assistant', text: FOLDED, calls: [] };
    if (tokensOfAll([folded]) >= tokensOfAll(rest)) return turn;
    folds += 1;
    return [...said, folded];
  });
  return [left.flat(), folds];
}
