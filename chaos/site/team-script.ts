import type { AgentScript } from '../../tests/kit/fake-agents/agent-script.ts';

// What the members of a team say, whatever they are: chats, agents on a model, or programs.

/** The name of the `nth` goal of a team, which stands in its text; its tasks and what its planner sends have it too. */
export function goalOf(team: number, nth: number): string {
  return `[g${team}.${nth}]`;
}

const NAME = /\[[gst]\d+\.\d+(?:\.\d)?\]/;

/** Whether a text is about a goal of a team. */
export function isOfTeam(text: string): boolean {
  return NAME.test(text);
}

/** A call that a member of a team asks for. */
export interface TeamCall {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Calls of each member in answer to a text; `$1` is the match of the first group of `on`. */
const RULES: readonly { readonly on: string; readonly calls: readonly TeamCall[] }[] = [
  // Also where it is told to a planner that is begun anew, with all that came before.
  {
    on: 'No task is open',
    calls: [{ id: 'end', method: 'run.complete', params: { conclusion: 'It is reached.' } }],
  },
  {
    on: String.raw`First: [^,]+, tabId (\w+).*# The goal\n\[g([\d.]+)\]`,
    calls: [
      {
        id: 'plan-$2',
        method: 'plan.set',
        params: {
          tasks: [
            { title: '[t$2.1]', instructions: 'Begin it.', role: 'First' },
            { title: '[t$2.2]', instructions: 'End it.', role: 'Second', dependsOn: [1] },
          ],
        },
      },
      { id: 'send-$2', method: 'tabs.send', params: { tabId: '$1', text: '[s$2] Look around.' } },
    ],
  },
  {
    on: String.raw`# Task: \[t([\d.]+)\]`,
    calls: [
      { id: 'done-$1', method: 'worker.report', params: { status: 'done', summary: 'Did it.' } },
    ],
  },
];

/** The calls of whoever is told that. */
export function callsOfTeam(told: string): readonly TeamCall[] {
  for (const { on, calls } of RULES) {
    const found = new RegExp(on, 's').exec(told);
    if (found === null) continue;
    const filled = JSON.stringify(calls).replaceAll(
      /\$(\d)/g,
      (_, group: string) => found[Number(group)] ?? '',
    );
    return JSON.parse(filled) as readonly TeamCall[];
  }
  return [];
}

/** The same for a program. @param log Gets each text that it is told, as a line of JSON. */
export function programScript(log: string): AgentScript {
  const rules = RULES.map(({ on, calls }) => ({ on, does: calls.map((call) => ({ call })) }));
  return { log, rules: [...rules, { on: '', does: [{ say: 'I wait.' }] }] };
}
