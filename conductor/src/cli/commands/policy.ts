import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, group, jsonObject, withContext } from '../command.ts';
import { inConversation, unwrap } from '../context.ts';

const DECISIONS = ['run', 'ask', 'deny'] as const;

export function policyCommand(): CommandUnknownOpts {
  const parent = group('policy', 'rules of what may run without being asked about');
  parent.addCommand(
    command('list', 'the rules')
      .option('--conversation <id>', 'those that hold in this one')
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
              rule.conversation?.slice(0, 10) ?? 'everywhere',
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
      .argument('<tool>', 'target::tool; * fits any characters')
      .addArgument(new Argument('<decision>').choices(DECISIONS))
      .option('--conversation <id>', 'only in this one')
      .option('--params <json>', 'patterns the params must fit, as {"path":"/home/me/notes/*"}')
      .option('--reason <text>', 'told to the assistant with a denial')
      .action((tool, decision, options) =>
        withContext(options, async (context) => {
          const body = {
            tool,
            decision,
            conversation:
              options.conversation === undefined
                ? null
                : await context.id('conversation', options.conversation),
            params: options.params === undefined ? null : jsonObject('--params', options.params),
            reason: options.reason ?? null,
          };
          const rule = unwrap(await context.api.call('addPolicyRule', { body }));
          context.out.document(rule);
          context.out.say(`Added ${rule.rule_id}.`);
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
