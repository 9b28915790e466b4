import { createHttpApi, type HttpApi } from '../client/http-api.ts';
import type { ApiError } from '../../../shared/api/operation.ts';
import type { Result } from '../../../shared/lib/result.ts';
import { EXIT } from './exit-codes.ts';
import { findConductor, type FoundConductor, type WhereAsked } from '../client/find-conductor.ts';
import { createOutput, Failure, type Output } from './output.ts';

/** Options that every command has. */
export interface GlobalOptions extends WhereAsked {
  readonly json?: boolean | undefined;
}

/** Context of every command. */
export interface CommandContext {
  readonly out: Output;
  readonly api: HttpApi;
  readonly found: FoundConductor;
  /** The id as the conductor knows it: whole, or a prefix of at least four characters that fits one alone. */
  id(kind: IdKind, given: string): Promise<string>;
}

/** A kind of id that people may shorten to its first characters. */
export type IdKind =
  | 'conversation'
  | 'job'
  | 'instruction'
  | 'approval'
  | 'artifact'
  | 'client'
  | 'rule';

/** The context of one run of a command. Nothing is asked of the conductor yet. */
export function openContext(options: GlobalOptions): CommandContext {
  const out = createOutput(options.json === true);
  const found = unwrap(findConductor(options));
  const api = createHttpApi({ find: () => findConductor(options), via: 'cli' });
  return { out, api, found, id: (kind, given) => resolveId(api, kind, given) };
}

/** The value, or the end of the command. */
export function unwrap<T>(result: Result<T, ApiError>): T {
  if (result.ok) return result.value;
  throw new Failure(result.error);
}

/** Returns the filter of a list for one conversation, where one is named. */
export async function inConversation(
  context: CommandContext,
  given: string | undefined,
): Promise<{ conversation?: string }> {
  return given === undefined ? {} : { conversation: await context.id('conversation', given) };
}

const MIN_PREFIX = 4;

async function resolveId(api: HttpApi, kind: IdKind, given: string): Promise<string> {
  const ids = await idsOf(api, kind);
  if (ids.includes(given) || given.length < MIN_PREFIX) return given;
  const fitting = ids.filter((id) => id.startsWith(given));
  if (fitting.length > 1) {
    const text = `${given} fits more than one ${kind}: ${fitting.slice(0, 5).join(', ')}.`;
    throw new Failure({ code: 'invalid_request', text }, EXIT.usage);
  }
  return fitting[0] ?? given;
}

/** The newest; an older one is named whole. */
async function idsOf(api: HttpApi, kind: IdKind): Promise<string[]> {
  const query = { limit: 200 };
  switch (kind) {
    case 'conversation':
      return unwrap(await api.call('listConversations', { query })).items.map(
        (one) => one.local_conversation_id,
      );
    case 'job':
      return unwrap(await api.call('listJobs', { query })).items.map((one) => one.job_id);
    case 'instruction':
      return unwrap(await api.call('listInstructions', { query })).items.map(
        (one) => one.instruction_id,
      );
    case 'approval':
      return unwrap(await api.call('listApprovals', { query })).items.map((one) => one.approval_id);
    case 'artifact':
      return unwrap(await api.call('listArtifacts', { query })).items.map((one) => one.artifact_id);
    case 'client':
      return unwrap(await api.call('listClients')).items.map((one) => one.client_id);
    case 'rule':
      return unwrap(await api.call('listPolicyRules')).items.map((one) => one.rule_id);
  }
}
