import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as z from 'zod';

import type { Operation } from '../../../shared/api/operation.ts';
import { command, group, jsonObject, withContext } from './command.ts';
import { unwrap } from './context.ts';
import { safeText } from './terminal-text.ts';

interface MoreCommands {
  readonly alias?: string;
  /** The word itself, where it is a command too; without it a group. */
  readonly itself?: CommandUnknownOpts;
  readonly commands: readonly CommandUnknownOpts[];
}

/** Lines of the groups in the list of commands. */
const GROUPS: Readonly<Record<string, string>> = {
  'tool-server': 'MCP servers whose tools actions can call',
  sessions: 'sessions in which chats, agents and programs use resources',
  calls: 'calls of pages and terminals',
  resources: 'pages, terminals and services that chats use',
  grants: 'sites that chats may use, and how far',
  agents: 'agents: their definitions, sessions and turns',
  models: 'models that agents can use',
  memory: 'what an agent remembers',
  schedule: 'turns of agents at set times',
  team: 'teams that can work on a goal',
  template: 'chats, agents and programs that workers are made of',
  face: 'browsers that are signed in to the web UI',
};

/** Returns what an operation does, as a line in the list of commands. */
function lineOf({ summary }: Operation): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, '');
}

/**
 * Commands of all operations that name their words and have no command of their own.
 *
 * @param more What stands beside them, by the first word: other commands, and another name for the word.
 */
export function operationCommands(
  operations: Readonly<Record<string, Operation>>,
  more: Readonly<Record<string, MoreCommands>> = {},
): CommandUnknownOpts[] {
  const roots = new Map<string, CommandUnknownOpts>();
  for (const operation of Object.values(operations)) {
    const [root, name] = operation.command?.split(' ') ?? [];
    if (root === undefined) continue;
    if (name === undefined) {
      roots.set(root, commandOf(root, operation));
      continue;
    }
    const whole =
      roots.get(root) ?? more[root]?.itself ?? group(root, GROUPS[root] ?? lineOf(operation));
    whole.addCommand(commandOf(name, operation));
    roots.set(root, whole);
  }
  for (const [root, { alias, commands }] of Object.entries(more)) {
    const whole = roots.get(root);
    if (alias !== undefined) whole?.alias(alias);
    for (const one of commands) whole?.addCommand(one);
  }
  return [...roots.values()];
}

function commandOf(name: string, operation: Operation): CommandUnknownOpts {
  const made: CommandUnknownOpts = command(name, lineOf(operation));
  const params = Object.keys(operation.params.shape);
  for (const param of params) made.argument(`<${param}>`);
  const query = optionsOf(operation.query);
  const body = optionsOf(operation.body);
  for (const { option } of [...query, ...body]) made.addOption(option);
  return made.action(async (...given: unknown[]) => {
    const values = given[params.length] as Readonly<Record<string, unknown>>;
    await withContext(values, async ({ api, out }) => {
      const request = {
        params: Object.fromEntries(params.map((param, place) => [param, given[place]])),
        query: picked(query, values),
        ...(body.length > 0 && { body: picked(body, values) }),
      };
      const answer: unknown = unwrap(await api.ask(operation, request as never));
      out.document(answer);
      if (!out.json) out.say(await readable(answer, out.columns));
    });
  });
}

/** An answer for a person, as YAML: times as ISO 8601 writes them, and without what is null. */
async function readable(answer: unknown, columns: number): Promise<string> {
  const { stringify } = await import('yaml');
  return safeText(stringify(answer, shown, { lineWidth: columns }), 'block').trimEnd();
}

/** Fields of times, as `created_at`, are epoch milliseconds. */
function shown(field: unknown, value: unknown): unknown {
  if (typeof value === 'number' && String(field).endsWith('_at'))
    return new Date(value).toISOString();
  return value ?? undefined;
}

interface FieldOption {
  readonly field: string;
  readonly option: Option;
  readonly isText: boolean;
}

function optionsOf(schema: z.ZodType): FieldOption[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([field, of]) => {
    const flag = `--${field.replaceAll('_', '-')} <value>`;
    const option = new Option(flag, of.meta()?.description);
    if (!of.safeParse(undefined).success) option.makeOptionMandatory();
    return { field, option, isText: takesText(of) };
  });
}

/** A text of any kind, or null: the pattern that it has to fit is the conductor's to judge. */
function takesText(schema: z.ZodType): boolean {
  const { type, anyOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return type === 'string' || anyOf.some((one) => one.type === 'string');
}

/** Texts as they are typed; what is no text is JSON. */
function picked(
  fields: readonly FieldOption[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ field, option, isText }) => {
      const value = values[option.attributeName()];
      if (typeof value !== 'string') return [];
      return [[field, isText ? value : jsonObject(field, `{"value":${value}}`)['value']]];
    }),
  );
}
