import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, group, jsonObject, withContext } from '../command.ts';
import { type CommandContext, inConversation, unwrap } from '../context.ts';

const DECISIONS = ['run', 'ask', 'deny'] as const;

const TOOL = 'target::tool; * fits any characters';
const HERE = 'only in this one';
const WITH = 'only in conversations with this agent';
const PARAMS = 'patterns the params must fit, as {"path":"/home/me/notes/*"}';
const TAINTED = 'lets run also what could carry your data out, after words of strangers were read';
const REASON = 'told to the assistant with a denial';

interface Bounds {
  readonly conversation?: string;
  readonly agent?: string;
  readonly params?: string;
  readonly evenIfTainted?: boolean | undefined;
  readonly reason?: string;
}

/** Where a rule holds, and what it says beside its decision. */
async function boundsOf(context: CommandContext, bounds: Bounds) {
  const { conversation, agent, params, evenIfTainted = false, reason } = bounds;
  return {
    conversation:
      conversation === undefined ? null : await context.id('conversation', conversation),
    agent: agent ?? null,
    params: params === undefined ? null : jsonObject('--params', params),
    even_if_tainted: evenIfTainted,
    reason: reason ?? null,
  };
}

export function policyCommand(): CommandUnknownOpts {
  const parent = group('policy', 'rules of what may run without being asked about');
  parent.addCommand(
    command('list', 'list the rules, in order of precedence')
      .option('--conversation <id>', 'only the rules that apply in this conversation')
      .action((options) =>
        withContext(options, async (context) => {
          const { api, out } = context;
          const query = await inConversation(context, options.conversation);
          const { items } = unwrap(await api.call('listPolicyRules', { query }));
          out.document({ items });
          out.table(
            ['ID', 'DECISION', 'WHERE', 'TOOL', 'PARAMS'],
            items.map((rule) => [
              rule.rule_id.slice(0, 10),
              rule.decision,
              rule.conversation?.slice(0, 10) ?? rule.agent ?? 'everywhere',
              rule.tool,
              rule.params === null ? '–' : JSON.stringify(rule.params),
            ]),
            'No rules: the settings policy.low, policy.medium and policy.high decide by risk.',
          );
        }),
      ),
    { isDefault: true },
  );
  parent.addCommand(
    command('add', 'add a rule')
      .argument('<tool>', TOOL)
      .addArgument(new Argument('<decision>').choices(DECISIONS))
      .option('--conversation <id>', HERE)
      .option('--agent <id>', WITH)
      .option('--params <json>', PARAMS)
      .option('--even-if-tainted', TAINTED)
      .option('--reason <text>', REASON)
      .action((tool, decision, options) =>
        withContext(options, async (context) => {
          const body = { tool, decision, ...(await boundsOf(context, options)) };
          const rule = unwrap(await context.api.call('addPolicyRule', { body }));
          context.out.document(rule);
          context.out.say(`Added ${rule.rule_id}.`);
        }),
      ),
  );
  parent.addCommand(
    command('change', 'replace a rule; its id stays')
      .argument('<rule>')
      .argument('<tool>', TOOL)
      .addArgument(new Argument('<decision>').choices(DECISIONS))
      .option('--conversation <id>', HERE)
      .option('--agent <id>', WITH)
      .option('--params <json>', PARAMS)
      .option('--even-if-tainted', TAINTED)
      .option('--reason <text>', REASON)
      .action((given, tool, decision, options) =>
        withContext(options, async (context) => {
          const params = { id: await context.id('rule', given) };
          const body = { tool, decision, ...(await boundsOf(context, options)) };
          const rule = unwrap(await context.api.call('changePolicyRule', { params, body }));
          context.out.document(rule);
          context.out.say(`Changed ${rule.rule_id}.`);
        }),
      ),
  );
  parent.addCommand(
    command('remove', 'remove a rule')
      .argument('<rule>')
      .action((given, options) =>
        withContext(options, async (context) => {
          const id = await context.id('rule', given);
          context.out.document(
            unwrap(await context.api.call('removePolicyRule', { params: { id } })),
          );
          context.out.say('Removed.');
        }),
      ),
  );
  return parent;
}
