import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, duration, usage, wholeNumber, withContext } from '../command.ts';
import { unwrap } from '../context.ts';

export function renewCommand(): CommandUnknownOpts {
  return command('renew', 'continue a conversation automatically towards a goal, or stop that')
    .argument('<conversation>')
    .option('--goal <text>', 'the goal')
    .option('--message <text>', 'the message of each turn; default: a sentence with the goal')
    .option('--turns <count>', 'how many turns at most', '10')
    .option('--spacing <time>', 'the pause after each reply', '30s')
    .option('--stop-phrase <text>', 'a reply that holds it ends the renewal')
    .option('--quiet <from-to>', 'local hours without turns, as 22:00-07:30')
    .option('--stop', 'stop it')
    .action((given, options) =>
      withContext(options, async (context) => {
        const { api, out } = context;
        const id = await context.id('conversation', given);
        if (options.stop === true) {
          const stopped = unwrap(await api.call('stopRenewal', { params: { id } }));
          out.document(stopped);
          out.say(`Stopped after ${stopped.turns_used} turns.`);
          return;
        }
        if (options.goal === undefined) throw usage('--goal: is needed, or --stop.', '--goal');
        const body = {
          goal: options.goal,
          message: options.message ?? null,
          max_turns: wholeNumber('--turns', options.turns),
          spacing_ms: duration('--spacing', options.spacing),
          stop_phrase: options.stopPhrase ?? null,
          quiet_hours: options.quiet === undefined ? null : quietHours(options.quiet),
        };
        const renewal = unwrap(await api.call('setRenewal', { params: { id }, body }));
        out.document(renewal);
        out.say(
          `It goes on for up to ${renewal.max_turns} turns while it is auto. Stop it with: baton renew ${given} --stop`,
        );
      }),
    );
}

function quietHours(text: string) {
  const [, h1, m1, h2, m2] = /^(\d{1,2}):(\d\d)-(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (h1 === undefined)
    throw usage(`--quiet: is a span as 22:00-07:30 (it was ${text}).`, '--quiet');
  return {
    from_minute: Number(h1) * 60 + Number(m1),
    to_minute: Number(h2) * 60 + Number(m2),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
