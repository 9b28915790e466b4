import type { JsonValue } from '../../../../baa/json-value.ts';

const PREFIX = '__MPS_TOOL_RESULT__ ';
/** Longest whole line, in characters. */
const MAX_LINE = 8_000;
/** A terminal or a program would act on it, or not show it, or end the line there. */
const NOT_TYPED = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;
/** Marker in a worker's text: it could begin a line once a program breaks this one. */
const MARKER = /__(?=MPS_)/g;

/** Result of a call. */
export type ToolResult =
  | { readonly id: string; readonly ok: true; readonly result: JsonValue }
  | {
      readonly id: string;
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string };
    };

export interface RenderedResult {
  /** One line, without its end. */
  readonly line: string;
  /** Something was left out: the artifact has all of it. */
  readonly isCut: boolean;
}

/**
 * The result of a call as a planner gets it typed into its terminal: one line of at most 8,000 characters.
 *
 * @param artifactId Where the whole of a result is kept that is too long.
 */
export function renderResult(result: ToolResult, artifactId: string): RenderedResult {
  const whole = lineOf(result);
  if (whole.length <= MAX_LINE) return { line: whole, isCut: false };
  const text = result.ok ? JSON.stringify(result.result) : result.error.message;
  // The longest beginning that fits.
  let fits = 0;
  for (let over = text.length; fits + 1 < over;) {
    const middle = Math.floor((fits + over) / 2);
    if (lineOf(cut(result, text, middle, artifactId)).length <= MAX_LINE) fits = middle;
    else over = middle;
  }
  return { line: lineOf(cut(result, text, fits, artifactId)), isCut: true };
}

function cut(result: ToolResult, text: string, length: number, artifactId: string): ToolResult {
  const part = text.slice(0, length);
  const rest = { artifact_id: artifactId, length: text.length };
  if (result.ok) return { ...result, result: { cut: part, ...rest } };
  return { ...result, error: { ...result.error, message: part, ...rest } };
}

function lineOf(result: ToolResult): string {
  const json = JSON.stringify(result).replaceAll(NOT_TYPED, escaped);
  return PREFIX + json.replaceAll(MARKER, String.raw`_\u005f`);
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, unit) => {
    const hex = char.charCodeAt(unit).toString(16).padStart(4, '0');
    return `\\u${hex}`;
  }).join('');
}
