import { fenced } from '../../../baa/fenced.ts';
import { oneLine } from '../../../baa/one-line.ts';
import type { RunState } from './queries.ts';
import type { EvidenceKind, RunInput } from './rows.ts';
import { REPORT_SECTIONS, type ReportSection, type RunTextsOf } from './run-texts.ts';

/** A section of a report as it is shown. */
export interface ShownSection {
  readonly section: ReportSection;
  readonly heading: string;
  readonly text: string;
  /** `rows`: what the run knows by itself. */
  readonly by: 'rows' | 'planner' | 'person';
  readonly draft: string | null;
}

const HEADINGS: Readonly<Record<ReportSection, string>> = {
  goal: 'Goal',
  done: 'Done',
  deliverables: 'Deliverables',
  unresolved: 'Unresolved',
  verify: 'Reproduce and verify',
  patches: 'Patches',
  tests: 'Tests',
  commands: 'Commands',
  todos: 'To do',
  risks: 'Risks answered',
  who: 'Who did what',
  links: 'Links',
};

const MAX_LINE = 300;

/**
 * The report as it stands: what was written, and what the rows know where nothing was. There is one from the first minute.
 *
 * @param inputs Texts to its workers; those that a rule matched are its risks.
 * @param deepLink Where it leads to, by the setting; null: nowhere.
 */
export function reportOf(
  state: RunState,
  inputs: readonly RunInput[],
  texts: RunTextsOf,
  deepLink: string | null,
): readonly ShownSection[] {
  const { run } = state;
  const { report, ...said } = texts.run(run);
  const risks = inputs.filter(({ risk }) => risk !== 'low');
  return REPORT_SECTIONS.map((section) => {
    const heading = HEADINGS[section];
    const written = report[section];
    if (written !== undefined) {
      const { text, by, draft } = written;
      return { section, heading, text, by, draft };
    }
    const text = byRows(section, state, texts, { ...said, risks, deepLink });
    return { section, heading, text, by: 'rows', draft: null };
  });
}

/** The whole as Markdown. */
export function reportMarkdown(sections: readonly ShownSection[]): string {
  return sections
    .filter(({ text }) => text !== '')
    .map(({ heading, text }) => `## ${heading}\n\n${text}\n`)
    .join('\n');
}

function byRows(
  section: ReportSection,
  { workers, tasks, evidence }: RunState,
  texts: RunTextsOf,
  {
    risks,
    deepLink,
    ...said
  }: {
    readonly goal: string;
    readonly conclusion: string | null;
    readonly risks: readonly RunInput[];
    readonly deepLink: string | null;
  },
): string {
  const titled = tasks.map((task) => ({ task, ...texts.task(task) }));
  const lineOf = (
    { task: { position }, title }: (typeof titled)[number],
    more: string | null,
  ): string => {
    const rest = more === null || more === '' ? '' : `: ${oneLine(more, MAX_LINE)}`;
    return `- Task ${position + 1}, ${oneLine(title, MAX_LINE)}${rest}`;
  };
  const evidenceLines = (kinds: readonly EvidenceKind[]): string =>
    evidence
      .filter(({ kind }) => kinds.includes(kind))
      .map((one) => {
        const number = tasks.find(({ taskId }) => taskId === one.taskId)?.position ?? 0;
        const { title, detail } = texts.evidence(one);
        const line = `- ${oneLine(title, MAX_LINE)} (task ${number + 1})`;
        return detail === '' ? line : `${line}\n\n${fenced(detail, 'text')}\n`;
      })
      .join('\n');
  switch (section) {
    case 'goal':
      return said.goal;
    case 'done':
      return [
        ...(said.conclusion === null ? [] : [said.conclusion, '']),
        ...titled
          .filter(({ task }) => task.status === 'done')
          .map((one) => lineOf(one, one.result)),
      ].join('\n');
    case 'unresolved':
      return titled
        .filter(({ task }) => task.status !== 'done')
        .map((one) => `${lineOf(one, one.blockedBy)} (${one.task.status})`)
        .join('\n');
    case 'who':
      return workers
        .map(({ worker }) => {
          const own = tasks.filter(({ workerId }) => workerId === worker.workerId);
          const did = own.map(({ position }) => position + 1).join(', ');
          const what = worker.isPlanner ? 'planned' : did === '' ? 'no task' : `task ${did}`;
          return `- ${worker.role} (${worker.templateId}): ${what}`;
        })
        .join('\n');
    case 'deliverables':
      return evidenceLines(['file', 'note']);
    case 'patches':
      return evidenceLines(['patch']);
    case 'tests':
      return evidenceLines(['test']);
    case 'commands':
      return evidenceLines(['command']);
    case 'todos':
      return evidenceLines(['todo']);
    case 'links':
      return [...(deepLink === null ? [] : [`- ${deepLink}`]), evidenceLines(['link'])]
        .filter((part) => part !== '')
        .join('\n');
    case 'risks':
      return risks
        .map(({ risk, reasons, status }) => `- ${risk}: ${reasons.join(', ')} (${status})`)
        .join('\n');
    case 'verify':
      return '';
  }
}
