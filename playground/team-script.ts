import type { Turn } from './chat-turn.ts';

/** How the first message to a member of a team begins. */
const ROLE_START = '# Your role\n';

const GOAL = '# The goal';

const TASK = /^# Task: (.*)$/m;

const NOTHING_OPEN = 'No task is open';

const PLAN = [
  {
    title: 'Name three things',
    instructions: 'Name three things that bear on the goal, one a line.',
  },
  {
    title: 'Say which is best',
    instructions: 'Of the three things, say which is best and why.',
    dependsOn: [1],
  },
];

/** Returns a team member's answer to the newest message; null: the chat belongs to no team. */
export function teamReply(history: readonly Turn[]): string | null {
  const [first] = history;
  const last = history.findLast((turn) => turn.role === 'user')?.text ?? '';
  if (first?.text.startsWith(ROLE_START) !== true) return null;
  if (last.includes(GOAL))
    return [
      'I make two tasks of it, one after the other.',
      acting(call('plan.set', { tasks: PLAN })),
    ].join('\n\n');
  if (last.includes(NOTHING_OPEN))
    return [
      'All is done. I write down how to check it, and end.',
      acting(
        call('run.report_draft', {
          section: 'verify',
          text: 'Read the reasons, and compare them with the goal.',
        }),
        call('run.complete', { conclusion: 'The second thing is best, for the reasons given.' }),
      ),
    ].join('\n\n');
  const task = TASK.exec(last)?.[1];
  if (task !== undefined)
    return [
      `I have done what I was asked: ${task}.`,
      acting(
        call('worker.report', {
          status: 'done',
          summary: `Done: ${task}.`,
          result: 'Reeds.\nA river.\nA bridge.',
        }),
      ),
    ].join('\n\n');
  return 'I wait for the next message.';
}

function call(tool: string, params: object): string {
  return `@run::${tool}::${JSON.stringify(params)}`;
}

function acting(...calls: readonly string[]): string {
  return ['```baa', ...calls, '```'].join('\n');
}
