import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { type ActionBlock, findActionBlocks } from './find-action-blocks.ts';
import type { JsonObject } from './json-value.ts';
import { readJsonObject } from './read-json-object.ts';

interface ActionPlace {
  /** Index over all blocks of the message, from 0: the action's identity within it. */
  readonly position: number;
  /** Line of the message the action begins on, from 1. */
  readonly line: number;
}

/** An action that follows the grammar. */
export interface WellFormedAction extends ActionPlace {
  readonly ok: true;
  readonly target: string;
  readonly tool: string;
  /** Empty where the action has none. */
  readonly params: JsonObject;
}

/** An action that does not follow the grammar; its author gets `problem` back. */
export interface MalformedAction extends ActionPlace {
  readonly ok: false;
  readonly problem: ActionProblem;
  /** Text of the action, for people; long text is cut. */
  readonly source: string;
}

/** Fault of an action, and its place. */
export interface ActionProblem {
  readonly message: string;
  /** Where in the message, both from 1. */
  readonly line: number;
  readonly column: number;
  /** Last line taken to belong to the faulty action: nothing from its first line to this one was run. */
  readonly lastLine: number;
}

/** An action of a block, well-formed or not. */
export type ParsedAction = WellFormedAction | MalformedAction;

/** Actions one message may hold; what follows is answered as one malformed action. */
export const MAX_ACTIONS = 64;

/** Longest params of one action as written, in UTF-16 units. */
export const MAX_PARAMS_LENGTH = 256_000;

/** UTF-16 code units of a target, and of a tool. */
export const MAX_NAME_LENGTH = 128;

const MAX_SOURCE_LENGTH = 1_000;

const TARGET = /[a-z][a-z0-9_.-]*/y;

const TOOL = /[A-Za-z][A-Za-z0-9_.-]*/y;

/** A place in a block's text and what is wrong there. */
interface Fault {
  readonly message: string;
  readonly offset: number;
}

interface ActionRead {
  readonly target: string;
  readonly tool: string;
  readonly params: JsonObject;
  readonly end: number;
}

type Unplaced<T> = T extends unknown ? Omit<T, 'position'> : never;

/** Lines of a message that one action takes, from 1, the last one among them. */
export interface ActionLines {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Where each action of `parseActions` stands, in its order. */
export function locateActions(rawText: string): readonly ActionLines[] {
  return findActionBlocks(rawText)
    .flatMap((block) => [...readBlock(block)])
    .slice(0, MAX_ACTIONS)
    .map(({ action, lastLine }) => ({ firstLine: action.line, lastLine }));
}

/**
 * Finds the actions of an assistant's message (grammar: docs/protocol/baa.md), in order. Text that is out of
 * shape is never dropped: it is a malformed action that says where and why. Never throws; takes linear time.
 */
export function parseActions(rawText: string): readonly ParsedAction[] {
  const actions: ParsedAction[] = [];
  for (const block of findActionBlocks(rawText)) {
    for (const { action } of readBlock(block)) {
      const position = actions.length;
      if (position === MAX_ACTIONS) {
        actions.push(tooMany(position, action.line, rawText));
        return actions;
      }
      actions.push({ ...action, position });
    }
  }
  return actions;
}

function* readBlock(
  block: ActionBlock,
): Generator<{ readonly action: Unplaced<ParsedAction>; readonly lastLine: number }> {
  let offset = skipBlanks(block.text, 0);
  if (offset === block.text.length) {
    const { fenceLine: line } = block;
    const message = 'The block holds no action.';
    const problem = { message, line, column: 1, lastLine: line };
    yield { action: { ok: false, line, problem, source: '' }, lastLine: line };
  }
  while (offset < block.text.length) {
    const start = startOfLine(block.text, offset);
    const { line } = block.locate(start);
    const read = readAction(block.text, start);
    if (read.ok) {
      const { target, tool, params, end } = read.value;
      const lastLine = block.locate(Math.max(start, end - 1)).line;
      yield { action: { ok: true, line, target, tool, params }, lastLine };
      offset = skipBlanks(block.text, end);
    } else {
      const end = nextActionLine(block.text, start);
      const action = malformed(block, start, end, read.error);
      yield { action, lastLine: action.problem.lastLine };
      offset = end;
    }
  }
}

/** Reads `@target::tool[::params]` from the start of a line to the end of the line it closes on. */
function readAction(text: string, start: number): Result<ActionRead, Fault> {
  const fault = (message: string, offset: number) => err({ message, offset });
  if (text[start] !== '@') {
    return fault('Expected an action: a line that begins with @target::tool.', start);
  }
  let at = start + 1;
  const target = nameAt(TARGET, text, at);
  if (target === null) {
    return fault('Expected a target after @, such as "conductor": a-z, 0-9, "_", ".", "-".', at);
  }
  at += target.length;
  if (!text.startsWith('::', at)) return fault('Expected "::" between target and tool.', at);
  at += 2;
  const tool = nameAt(TOOL, text, at);
  if (tool === null) {
    return fault(
      'Expected a tool after "::", such as "describe": letters, 0-9, "_", ".", "-".',
      at,
    );
  }
  at += tool.length;
  if (target.length > MAX_NAME_LENGTH || tool.length > MAX_NAME_LENGTH) {
    return fault(`A target or tool has at most ${MAX_NAME_LENGTH} characters.`, start + 1);
  }

  if (!text.startsWith('::', at)) {
    const next = skipBlanks(text, at);
    const lineEnds = next === text.length || text.slice(at, next).includes('\n');
    if (!lineEnds || text[next] === '{') {
      return fault('Expected "::" between the tool and its params.', lineEnds ? next : at);
    }
    return ok({ target, tool, params: {}, end: at });
  }

  const paramsStart = skipBlanks(text, at + 2);
  if (text[paramsStart] !== '{') {
    return fault('Expected params after "::": one JSON object, beginning with "{".', at + 2);
  }
  const params = readJsonObject(text, paramsStart);
  if (!params.ok) return params;
  const { value, end } = params.value;
  if (end - paramsStart > MAX_PARAMS_LENGTH) {
    return fault(
      `The params have ${end - paramsStart} characters; ${MAX_PARAMS_LENGTH} is the limit.`,
      paramsStart,
    );
  }
  const next = skipBlanks(text, end);
  if (next < text.length && !text.slice(end, next).includes('\n')) {
    return fault('Expected the end of the line after the params.', next);
  }
  return ok({ target, tool, params: value, end });
}

/**
 * Where reading continues after a fault: at the next line that begins with `@` outside of a quoted string. Text that
 * was meant as a string must not run because its quoting is broken; so where a string never ends, the block does.
 */
function nextActionLine(text: string, start: number): number {
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') inString = !inString;
    else if (char === '\\' && inString) at += 1;
    else if (char === '\n' && !inString && text[at + 1] === '@') return at + 1;
  }
  return text.length;
}

function malformed(
  block: ActionBlock,
  start: number,
  end: number,
  { message, offset }: Fault,
): Omit<MalformedAction, 'position'> {
  const source = block.text.slice(start, end).trimEnd();
  const lastLine = block.locate(start + source.length).line;
  return {
    ok: false,
    line: block.locate(start).line,
    problem: { message, ...block.locate(offset), lastLine },
    source: source.length > MAX_SOURCE_LENGTH ? `${source.slice(0, MAX_SOURCE_LENGTH)}…` : source,
  };
}

function tooMany(position: number, line: number, rawText: string): MalformedAction {
  const message = `One reply may hold ${MAX_ACTIONS} actions; from line ${line} on none was run.`;
  const lastLine = rawText.split(/\r\n|\n|\r/).length;
  return { ok: false, position, line, problem: { message, line, column: 1, lastLine }, source: '' };
}

function nameAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? null;
}

function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && ' \t\n'.includes(text.charAt(at))) at += 1;
  return at;
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
