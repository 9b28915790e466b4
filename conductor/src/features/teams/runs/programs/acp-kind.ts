import { bothEnds } from '../../../../../../shared/lib/visible-text.ts';
import { err, ok } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonValue } from '../../../../baa/json-value.ts';
import type { Kit } from '../../../../engine/feature.ts';
import { retryCommits } from '../../../../engine/retry-commits.ts';
import { oneLine } from '../../../../baa/one-line.ts';
import { lastLines } from '../screens/read-status.ts';
import { askForProgram } from '../steps/program-turns.ts';
import type { AcpAgent, AcpPrograms, AcpQuestion } from './acp-port.ts';
import type { ProgramKind, SeenProgram, TurnToDo } from './program-port.ts';
import type { RunWorker } from '../rows.ts';
import type { SeenWorkers } from './seen-workers.ts';

/** Most characters kept of the last output. */
const MAX_TAIL = 20_000;
const LAST_LINES = 20;
const MAX_WORDS = 2_000;
/** Most questions that one program may ask a person in a turn. */
const MAX_QUESTIONS = 100;

interface Live {
  readonly agent: AcpAgent;
  /** The turn that it works on. */
  doing: TurnToDo | null;
  tail: string;
  question: string | null;
  questions: number;
  lastOutputAt: number | null;
}

const LOST = 'The conductor was started anew while it worked, and its program went with it.';

/** Workers that speak the Agent Client Protocol: what they do is said, and nothing is read off a screen. */
export function createAcpKind(
  { store, now, log }: Pick<Kit, 'store' | 'now' | 'log'>,
  programs: AcpPrograms,
  /** The address at which a program calls the tools of its run, as long as it runs. */
  toolsOf: (worker: RunWorker, isAlive: () => boolean) => string,
  changed: SeenWorkers['changed'],
  /** Why a worker may not run a command; null: its person says. */
  denied: (worker: RunWorker, command: string) => CodedError | null,
): ProgramKind {
  const live = new Map<string, Live>();
  const waiting = new Map<string, (approved: boolean) => void>();

  async function ask(of: Live, { title, about, options }: AcpQuestion): Promise<string | null> {
    const { doing } = of;
    if (doing === null || of.questions >= MAX_QUESTIONS) return null;
    const { jobId, attemptCount, conversationKey } = doing.turn.job;
    const first = (...kinds: readonly AcpQuestion['options'][number]['kind'][]) =>
      kinds.flatMap((kind) => options.find((one) => one.kind === kind) ?? [])[0];
    // A person who says yes says it to this once, where that can be said.
    const yes = first('allow_once', 'allow_always'); // guard: program-yes-once
    const no = first('reject_once', 'reject_always');
    const refused = commandsOf(about).flatMap((one) => denied(doing.turn.worker, one) ?? [])[0];
    if (refused !== undefined) {
      of.tail += `\n${refused.text}\n`;
      return no?.id ?? null;
    }
    of.questions += 1;
    const questionId = `${jobId}.${attemptCount}.${of.questions}`;
    const { promise, resolve } = Promise.withResolvers<boolean | null>();
    waiting.set(questionId, resolve);
    const ended = () => resolve(null);
    doing.signal.addEventListener('abort', ended, { once: true });
    of.question = bothEnds(oneLine(title), MAX_WORDS);
    try {
      await retryCommits(store, doing.signal).run(askForProgram, {
        conversationKey,
        jobId,
        questionId,
        words: of.question,
        asked: { question: title, ...(Object.keys(about).length > 0 && { about }) },
        answers: { yes: yes?.name ?? '', no: no?.name ?? '' },
        label: doing.title,
        now: now(),
      });
      const approved = await promise; // guard: program-asks-person
      if (approved === null) return null;
      return (approved ? yes : no)?.id ?? null;
    } finally {
      of.question = null;
      waiting.delete(questionId);
      doing.signal.removeEventListener('abort', ended);
    }
  }

  async function begun({ turn, template, folder }: TurnToDo) {
    const { worker } = turn;
    const { workerId } = worker;
    const known = live.get(workerId);
    if (known !== undefined && !known.agent.hasEnded()) return ok({ of: known, isNew: false });
    await known?.agent.close();
    live.delete(workerId);
    // Its hooks are called once it is said something.
    const made: { of: Live | null; failed: boolean } = { of: null, failed: false };
    const { command, args, env } = template;
    const tools = toolsOf(worker, () => !made.failed && made.of?.agent.hasEnded() !== true);
    const started = await programs.start(
      { command, args, env, folder, tools },
      {
        ask: async (question) => (made.of === null ? null : ask(made.of, question)),
        tell(text) {
          if (made.of === null) return;
          made.of.tail = (made.of.tail + text).slice(-MAX_TAIL);
          made.of.lastOutputAt = now();
          changed(worker);
        },
      },
    );
    if (!started.ok) {
      made.failed = true;
      return started;
    }
    const of: Live = {
      agent: started.value,
      doing: null,
      tail: '',
      question: null,
      questions: 0,
      lastOutputAt: null,
    };
    made.of = of;
    live.set(workerId, of);
    return ok({ of, isNew: true });
  }

  return {
    async take(todo) {
      const { isFresh, text, signal } = todo;
      if (!isFresh) return err({ code: 'worker_lost', text: LOST }); // guard: told-once
      const found = await begun(todo);
      if (!found.ok) return found;
      const { of, isNew } = found.value;
      // Whoever ended it while it began found nothing to end.
      if (!(await todo.isWanted())) {
        await of.agent.close();
        live.delete(todo.turn.worker.workerId);
        return err({ code: 'worker_lost', text: 'Its run was stopped.' });
      }
      const told = isNew ? await todo.anew() : text;
      of.doing = todo;
      of.questions = 0;
      of.tail += '\n';
      try {
        const said = await Promise.race([of.agent.prompt(told), over(signal)]);
        return said.ok ? ok({ ...said.value, kept: said.value.text }) : said;
      } finally {
        of.doing = null;
      }
    },
    seen(workerId): SeenProgram | null {
      const of = live.get(workerId);
      if (of === undefined) return null;
      const { agent, doing, tail, question, lastOutputAt } = of;
      return {
        status: agent.hasEnded() ? 'error' : doing === null ? 'idle' : 'running',
        source: 'said',
        lines: lastLines(tail.split('\n'), LAST_LINES),
        question,
        lastOutputAt,
        isTaken: false,
      };
    },
    // It has no place to type in.
    giveBack: () => Promise.resolve(),
    answered: (questionId, approved) => waiting.get(questionId)?.(approved),
    async end({ workerId }) {
      const of = live.get(workerId);
      live.delete(workerId);
      await of?.agent.close();
    },
    async stop() {
      const ended = await Promise.allSettled([...live.values()].map(({ agent }) => agent.close()));
      live.clear();
      for (const one of ended)
        if (one.status === 'rejected') log.warn({ err: one.reason as unknown }, 'a program stays');
    },
  };
}

/** The commands that it asks to run, as its input names them: a text, or a list of words. */
function commandsOf({ input }: AcpQuestion['about']): readonly string[] {
  const named = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return named.flatMap(([name, value]: readonly [string, JsonValue]) => {
    if (name !== 'command' && name !== 'cmd') return [];
    if (!Array.isArray(value)) return typeof value === 'string' ? value : [];
    const words = value.map((word: JsonValue) => (typeof word === 'string' ? word : ''));
    return words.map((word) => (/^[\w./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  });
}

async function over(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  return err({ code: 'cancelled', text: 'The conductor stops.' } as const);
}
