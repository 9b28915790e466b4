import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { leaves } from '../../../../shared/lib/dotted-path.ts';
import type { HttpApi } from '../../client/http-api.ts';
import { command } from '../command.ts';
import { openContext, unwrap } from '../context.ts';
import { safeText } from '../terminal-text.ts';

/** Fetches possible values of an argument, each with its description. */
type Candidates = (api: HttpApi) => Promise<readonly (readonly [word: string, what: string])[]>;

const query = { limit: 50 };
const CANDIDATES: Readonly<Record<string, Candidates>> = {
  conversation: async (api) =>
    unwrap(await api.call('listConversations', { query })).items.map((one) => [
      one.local_conversation_id,
      `${one.platform} ${one.title ?? ''}`,
    ]),
  approval: async (api) =>
    unwrap(await api.call('listApprovals', { query: { ...query, decision: 'open' } })).items.map(
      (one) => [one.approval_id, one.instruction.action ?? ''],
    ),
  action: async (api) =>
    unwrap(await api.call('listInstructions', { query })).items.map((one) => [
      one.instruction_id,
      one.action ?? '',
    ]),
  job: async (api) =>
    unwrap(await api.call('listJobs', { query })).items.map((one) => [
      one.job_id,
      `${one.status} ${one.message_text.slice(0, 40)}`,
    ]),
  artifact: async (api) =>
    unwrap(await api.call('listArtifacts', { query })).items.map((one) => [
      one.artifact_id,
      one.name,
    ]),
  client: async (api) =>
    unwrap(await api.call('listClients')).items.map((one) => [one.client_id, one.browser.name]),
  rule: async (api) =>
    unwrap(await api.call('listPolicyRules')).items.map((one) => [
      one.rule_id,
      `${one.decision} ${one.tool}`,
    ]),
  account: async (api) =>
    unwrap(await api.call('getStatus')).parked.map((one) => [one.account_key, 'limited']),
  name: async (api) =>
    leaves(unwrap(await api.call('getSettings')).settings).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
};

/** For completion scripts: one word a line that may come next, what it is after a tab. Says nothing where it knows none. */
export function completeCommand(program: CommandUnknownOpts): CommandUnknownOpts {
  return command('complete', 'print the words that may come next, for completion scripts')
    .argument('[words...]', 'the words after baton so far')
    .action(async (words, options) => {
      const argument = argumentAfter(program, words);
      if (argument === null) return;
      try {
        const found = argument.argChoices
          ? argument.argChoices.map((word) => [word, ''] as const)
          : await CANDIDATES[argument.name()]?.(openContext(options).api);
        for (const [word, what] of (found ?? []).filter(([one]) => isOneWord(one)))
          process.stdout.write(`${word}\t${safeText(what, 'line')}\n`);
      } catch {
        // In the middle of somebody's line nothing is to be said.
      }
    });
}

/** Others may have named it: it must not steer the terminal, be several words, or be taken for an option. */
function isOneWord(word: string): boolean {
  return /^[^-\s][^\s]*$/.test(word) && safeText(word, 'line') === word;
}

/** The argument that the word after `words` stands for. */
function argumentAfter(program: CommandUnknownOpts, words: readonly string[]) {
  let at = program;
  let given = 0;
  for (const word of words.filter((one) => !one.startsWith('-'))) {
    const inner = at.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (inner === undefined) given += 1;
    else at = inner;
  }
  const { registeredArguments: all } = at;
  return all[given] ?? (all.at(-1)?.variadic === true ? (all.at(-1) ?? null) : null);
}
