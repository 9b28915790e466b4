import { CALL_OF_PART, type Completeness } from '../../../../../shared/model/completeness.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import { readJsonObject } from '../../../baa/read-json-object.ts';
import type { FoundAction } from '../../heart/actions/feature.ts';
import type { ModelToolCall } from './rows.ts';

/** Stands in the place of a call's name where it cannot be read. */
export const MALFORMED = 'malformed_action';

/**
 * Reads the calls of a model: each names a tool that the agent knows, with params that are an object; or says what is
 * wrong.
 *
 * @param complete Whether the reply is whole: the calls of a part may lack something, and are not made.
 * @param room How many more calls its run may make.
 */
export function findCalls(
  calls: readonly ModelToolCall[],
  isKnown: (name: string) => boolean,
  room: number,
  complete: Completeness,
): readonly FoundAction[] {
  return calls.map(({ name, input, fault }, index): FoundAction => {
    if (complete !== 'whole') return { ok: false, error: CALL_OF_PART }; // guard: whole-calls
    // guard: agent-calls
    if (index >= room) {
      const text = 'It was not made: the calls that this task may make are spent.';
      return { ok: false, error: { code: 'action_denied', text } };
    }
    if (fault !== undefined) return { ok: false, error: { code: 'malformed_action', text: fault } };
    const params = readObject(input);
    const [target, tool, ...rest] = name.split('::');
    // guard: agent-tools
    if (!target || !tool || rest.length > 0 || !isKnown(name)) {
      const text = `There is no tool ${name.slice(0, 200)} here. Call only the tools that you were told of.`;
      return { ok: false, error: { code: 'unknown_tool', text } };
    }
    if (params === null) {
      const text = `The input of ${name} is no JSON object. Write its params as one.`;
      return { ok: false, error: { code: 'malformed_action', text } };
    }
    return { ok: true, target, tool, paramsJson: JSON.stringify(params) };
  });
}

function readObject(input: string): JsonObject | null {
  const text = input.trim();
  // Some models write nothing where there are no params.
  if (text === '') return {};
  const read = readJsonObject(text, 0);
  return read.ok && read.value.end === text.length ? read.value.value : null;
}
