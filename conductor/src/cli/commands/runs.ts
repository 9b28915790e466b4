import { randomUUID } from 'node:crypto';

import type { CommandUnknownOpts } from '@commander-js/extra-typings';

import { command, jsonObject, textOrStdin, usage, withContext } from '../command.ts';
import { unwrap } from '../context.ts';
import { followTeam, latestEvent, toldTeam } from '../follow-team.ts';
import { safeText } from '../terminal-text.ts';
import { writeNew } from '../write-new.ts';

/** `baton run "a goal"`: has a team work on it, and shows how it goes, to the report. */
export function goalCommand(): CommandUnknownOpts {
  return command('run', 'have a team work on a goal')
    .argument('[goal]', 'what is to be reached; - reads standard input')
    .option('--team <team>', 'who works on it; without it the words of the goal decide')
    .option('--templates <json>', 'what workers are made of, by role')
    .option('--unreviewed', 'work begins on the plan before you have seen it')
    .option('--confirmed', 'the goal is told also where it could do harm')
    .option('--no-wait', 'begin it, and do not wait for its report')
    .enablePositionalOptions()
    .action((given, options, whole) => {
      if (given === undefined) return whole.help();
      return withContext(options, async (context) => {
        const { api, out } = context;
        const goal = (await textOrStdin(given)).trim();
        if (goal === '') throw usage('goal: is empty.', 'goal');
        const { team = null, templates, unreviewed = false, confirmed = false } = options;
        const after = await latestEvent(context);
        const body = {
          goal,
          team,
          unreviewed,
          confirmed,
          templates: templates === undefined ? {} : jsonObject('--templates', templates),
        };
        const key = { idempotencyKey: randomUUID() };
        const run = unwrap(await api.call('createRun', { body }, key));
        const { run_id: id, workers } = run;
        const made = workers.map(({ role, template_id: of }) => `${role} (${of})`).join(', ');
        out.note(safeText(`${id}, by the team ${run.team}: ${made}`, 'line'));
        if (!options.wait) {
          out.document(run);
          return;
        }
        toldTeam(await followTeam(context, id, after), out);
      });
    });
}

/** Commands of runs that are more than one operation. */
export function runCommands(): readonly CommandUnknownOpts[] {
  return [
    command('report', 'the report, from the first minute on')
      .argument('<id>', 'of the run')
      .option('-o, --output <file>', 'a name that is not taken; one that ends in .json gets JSON')
      .action((id, { output, ...options }) =>
        withContext(options, async ({ api, out }) => {
          const { markdown, ...report } = unwrap(
            await api.call('exportRunReport', { params: { id } }),
          );
          if (output === undefined) {
            out.document({ ...report, markdown });
            out.say(safeText(markdown, 'block'));
            return;
          }
          const isJson = output.endsWith('.json');
          const text = isJson ? `${JSON.stringify(report, null, 2)}\n` : markdown;
          await writeNew(output, [text]).catch(notWritten);
          out.document({ file: output });
          out.say(`Written to ${output}.`);
        }),
      ),
    command('watch', 'show how a run goes, to its report')
      .argument('<id>', 'of the run')
      .action((id, options) =>
        withContext(options, async (context) => {
          const after = await latestEvent(context);
          toldTeam(await followTeam(context, id, after), context.out);
        }),
      ),
  ];
}

function notWritten(cause: unknown): never {
  throw usage(`--output: ${cause instanceof Error ? cause.message : String(cause)}`, '--output');
}
