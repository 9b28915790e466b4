import { bothEnds } from '../../../../../../shared/lib/visible-text.ts';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';

import { err, ok, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import type { Kit } from '../../../../engine/feature.ts';
import type { Approval } from '../../../heart/actions/feature.ts';
import type { ResourcesPort } from '../../../hands/resources/feature.ts';
import {
  lastLines,
  lookAt,
  NOTHING_SEEN,
  readStatus,
  seeLines,
  type SeenOutput,
  STATUS_LIMITS,
} from '../screens/read-status.ts';
import { patternsOf, type ScreenPatterns } from '../screens/screen-patterns.ts';
import { askForProgram } from '../steps/program-turns.ts';
import type { ProgramKind, SeenProgram, TurnToDo } from './program-port.ts';
import type { SeenWorkers } from './seen-workers.ts';
import type { RunWorker } from '../rows.ts';
import * as runs from '../queries.ts';

/** Wide, since a call is one line, and programs break lines by themselves. */
const SIZE = { cols: 500, rows: 40 };
/** At its prompt and quiet for so long, a program rests. */
const REST_MS = 1_000;
/** A person who typed is not disturbed for so long. */
const HELD_MS = 120_000;
const LAST_LINES = 20;
const MAX_WORDS = 2_000;
/** Most questions that one terminal may ask a person in a turn. */
const MAX_QUESTIONS = 100;

/** A screen as it was told last. */
interface Screen {
  readonly lines: readonly string[];
  /** When it last changed (ms, by a clock that nobody sets). */
  readonly changedAt: number;
  readonly exit: { readonly code: number | null } | null;
}

interface Live {
  screen: Screen | null;
  isClosed: boolean;
  /** true: the holder of the terminal is away (`detached`). */
  isAway: boolean;
  seen: SeenOutput;
  patterns: ScreenPatterns;
  lastOutputAt: number | null;
  /** Until then it is a person's, who types in it (ms, by a clock that nobody sets). */
  takenUntil: number;
  /** Whose it is. */
  worker: RunWorker | null;
  /** When it is another without a new screen: nobody types in it any more, or it does not get on. */
  due: NodeJS.Timeout | undefined;
  readonly changes: EventEmitter<{ change: [] }>;
}

type Ended = Result<never, CodedError>;

const gone = (text: string): Ended => err({ code: 'worker_lost', text });

const STOPS = gone('The conductor stops.');

/** Workers that are programs in terminals: what they do is guessed from their screens. */
export function createTerminalKind(
  {
    store,
    read,
    now,
    steadyNow,
    newId,
    log,
  }: Pick<Kit, 'store' | 'read' | 'now' | 'steadyNow' | 'newId' | 'log'>,
  { terminals, events }: Pick<ResourcesPort, 'terminals' | 'events'>,
  changed: SeenWorkers['changed'],
): ProgramKind {
  /** Live terminals by id. */
  const live = new Map<string, Live>();
  /** The terminal of a worker, as it was served last. */
  const terminalOf = new Map<string, string>();
  const answers = new EventEmitter<{ answered: [] }>().setMaxListeners(0);

  const liveAt = (resourceId: string): Live => {
    const known = live.get(resourceId);
    if (known !== undefined) return known;
    const made: Live = {
      screen: null,
      isClosed: false,
      isAway: false,
      seen: NOTHING_SEEN,
      patterns: patternsOf('shell'),
      lastOutputAt: null,
      takenUntil: 0,
      worker: null,
      due: undefined,
      changes: new EventEmitter<{ change: [] }>().setMaxListeners(0),
    };
    live.set(resourceId, made);
    return made;
  };

  /** Tells watchers of the worker now, and again when its status changes by time alone. */
  function tell(of: Live): void {
    clearTimeout(of.due);
    if (of.worker === null || of.screen === null || of.isClosed) return;
    changed(of.worker);
    const times = [of.takenUntil, of.screen.changedAt + STATUS_LIMITS.stuckMs];
    const left = times.map((at) => at - steadyNow()).filter((ms) => ms > 0 && ms < Infinity);
    if (left.length > 0) of.due = setTimeout(tell, Math.min(...left) + 1, of).unref();
  }

  const unwatch = events.watchScreens(({ resource_id, data }) => {
    const { text = '', quiet_ms: quietMs = 0, exit_code: code } = data;
    const { typed_ms: typedMs = HELD_MS, half_line: hasHalfLine = false } = data;
    const one = liveAt(resource_id);
    const lines = text.split('\n');
    one.screen = {
      lines,
      changedAt: steadyNow() - quietMs,
      exit: code === undefined ? null : { code },
    };
    one.lastOutputAt = now() - quietMs;
    one.takenUntil = hasHalfLine ? Infinity : steadyNow() + HELD_MS - typedMs;
    one.seen = seeLines(one.seen, lines, one.patterns);
    one.changes.emit('change');
    tell(one);
  });
  const unwatchState = events.watch(({ event, resource_id, data }) => {
    const one = live.get(resource_id);
    if (event !== 'resource.stateChanged' || one === undefined) return;
    if (!('status' in data)) return;
    one.isClosed = data.status === 'closed';
    one.isAway = data.status === 'detached';
    if (one.isClosed) clearTimeout(one.due);
    if (one.isClosed || one.isAway) one.changes.emit('change');
  });

  async function change(of: Live, ms: number, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(ms)))]);
    await Promise.race([
      once(of.changes, 'change', { signal: limit }).catch(() => undefined),
      once(answers, 'answered', { signal: limit }).catch(() => undefined),
    ]);
  }

  const viewOf = ({ lines, exit }: Screen) => ({ lines, saysIdle: null, exit });

  /**
   * Asks the person what the program asks, and gives it their answer: to the screen that they were shown, and to no other,
   * as the program may ask something else by then.
   */
  async function ask(
    of: Live,
    resourceId: string,
    { lines }: Screen,
    { turn, title }: TurnToDo,
  ): Promise<void> {
    const { jobId, conversationKey, attemptCount } = turn.job;
    const asked = await read.one(runs.workerQuestions({ jobId }));
    // Whole: by a line that is left out here a program could ask for what nobody was shown.
    const words = lines.filter((line) => line.trim() !== '').join('\n'); // guard: question-whole
    const shown: JsonObject = { question: words };
    const last = asked.at(-1);
    const isLast = last !== undefined && isAbout(last, shown);
    if (isLast && last.decision === 'open') return;
    const keyed = last && `${last.approvalId}.keys`;
    if (isLast && keyed !== undefined && (await terminals.asked(keyed)) === null) {
      if (last.decision !== 'approved' && last.decision !== 'denied') return;
      // Read anew: what was looked at may be over.
      if (of.screen?.lines !== lines) return;
      const { yes, no } = of.patterns.answers;
      const given = await terminals.ask({
        callId: keyed,
        conversationKey,
        verb: 'answer',
        args: {
          resource: resourceId,
          keys: last.decision === 'approved' ? yes : no,
          screen: createHash('sha256').update(lines.join('\n')).digest('base64url'),
        },
      });
      if (!given.ok) log.warn({ code: given.error.code }, 'an answer did not reach its program');
      return;
    }
    if (asked.length >= MAX_QUESTIONS) return;
    await store.run(askForProgram, {
      conversationKey,
      jobId,
      questionId: `${jobId}.${attemptCount}.${asked.length + 1}`,
      words: bothEnds(words, MAX_WORDS),
      asked: shown,
      isOnly: true,
      answers: namesOf(of.patterns),
      label: title,
      now: now(),
    });
  }

  /** Why nothing more comes of it; null: it is there. Where what held it died, the next one says that it is gone. */
  async function faultOf(of: Live, signal: AbortSignal): Promise<Ended | null> {
    while (of.isAway && !signal.aborted) {
      await terminals.bring();
      if (of.isAway) await change(of, REST_MS, signal);
    }
    if (signal.aborted) return STOPS;
    return of.isClosed ? gone('Its terminal was closed.') : null;
  }

  /** Null: it rests, and can be told something, or has said all. */
  async function rests(of: Live, resourceId: string, todo: TurnToDo): Promise<Ended | null> {
    const { signal } = todo;
    for (;;) {
      const fault = await faultOf(of, signal);
      if (fault !== null) return fault;
      const { screen } = of;
      if (screen === null) {
        await change(of, STATUS_LIMITS.stuckMs, signal);
        continue;
      }
      if (screen.exit !== null) return gone(endOf(screen));
      const { question, isWorking, isAtPrompt } = lookAt(viewOf(screen), of.patterns);
      if (question !== null) {
        // A screen that is being drawn shows a part of what is asked.
        const left = REST_MS - (steadyNow() - screen.changedAt);
        if (left <= 0) await ask(of, resourceId, screen, todo);
        if (of.screen === screen) await change(of, left <= 0 ? STATUS_LIMITS.idleMs : left, signal);
        continue;
      }
      const wait = isAtPrompt ? REST_MS : isWorking ? STATUS_LIMITS.stuckMs : STATUS_LIMITS.idleMs;
      const left = wait - (steadyNow() - screen.changedAt);
      if (left <= 0 && !isWorking) return null;
      await change(of, left <= 0 ? STATUS_LIMITS.idleMs : left, signal);
    }
  }

  /** The terminal with its program; begun where there is none. */
  async function begun(todo: TurnToDo, callId: string): Promise<Result<string, CodedError>> {
    const { turn, template, folder, title } = todo;
    const { conversationKey } = turn.job;
    const open = await terminals.openOf(conversationKey);
    if (open !== null && (live.get(open)?.screen?.exit ?? null) === null) return ok(open);
    if (open !== null)
      await terminals.ask({
        callId: `${callId}.old`,
        conversationKey,
        verb: 'close',
        args: { resource: open },
      });
    const { command, args, env } = template;
    const started = await terminals.ask({
      callId,
      conversationKey,
      verb: 'start',
      args: { command, args, env, cwd: folder, name: title.slice(0, 500), ...SIZE },
    });
    if (!started.ok) return started;
    const { resource } = started.value;
    return typeof resource === 'string' ? ok(resource) : gone('Its terminal has no name.');
  }

  async function take(todo: TurnToDo) {
    const { turn, text, template, signal } = todo;
    const { jobId, attemptCount, conversationKey } = turn.job;
    const id = `${jobId}.${attemptCount}`;
    if ((await terminals.openOf(conversationKey)) !== null) await terminals.bring();
    const said = await terminals.asked(`${id}.say`);
    const at = said === null ? await begun(todo, `${id}.start`) : ok(said.resourceId ?? '');
    if (!at.ok) return at;
    const resourceId = at.value;
    if ((await terminals.openOf(conversationKey)) !== resourceId)
      return gone('Its terminal is gone.');
    // Whoever ended it while it began found nothing to end.
    if (!(await todo.isWanted())) {
      await end(turn.worker);
      return gone('Its run was stopped.');
    }
    const of = liveAt(resourceId);
    of.patterns = patternsOf(template.screen);
    of.worker = turn.worker;
    tell(of);
    terminalOf.set(turn.worker.workerId, resourceId);
    if (said === null) {
      const ended = await rests(of, resourceId, todo);
      if (ended !== null) return ended;
    }
    while (said === null && of.takenUntil > steadyNow()) {
      const fault = await faultOf(of, signal);
      if (fault !== null) return fault;
      await change(of, Math.min(of.takenUntil - steadyNow(), STATUS_LIMITS.idleMs), signal);
    }
    of.seen = NOTHING_SEEN;
    const isNew = await terminals.asked(`${id}.start`);
    // After a crash it is the same call, and is not typed again.
    const typed = await terminals.ask({
      callId: `${id}.say`,
      conversationKey,
      verb: 'say',
      args: {
        resource: resourceId,
        text: isNew === null ? text : await todo.anew(),
        ...(todo.promptIn !== null && { prompt_in: todo.promptIn }),
      },
    });
    if (signal.aborted) return STOPS;
    if (!typed.ok) {
      const { code } = typed.error;
      return code === 'outcome_unknown'
        ? err({ ...typed.error, code: 'input_uncertain' } as const)
        : code === 'resource_closed'
          ? gone(typed.error.text)
          : typed;
    }
    // What was told of its screen may be of before: it rests again once nothing has come for so long from now on.
    if (of.screen !== null) of.screen = { ...of.screen, changedAt: steadyNow() };
    const ended = await rests(of, resourceId, todo);
    if (ended !== null) return ended;
    const heard = await terminals.ask({
      callId: `${id}.heard`,
      conversationKey,
      verb: 'heard',
      args: { resource: resourceId, from: typed.value['from'] ?? 0 },
    });
    if (!heard.ok) return heard;
    // What a terminal shows is kept nowhere.
    const { text: shown } = heard.value;
    const complete = 'whole' as const;
    return ok({ text: typeof shown === 'string' ? shown : '', kept: '', complete });
  }

  async function end({ workerId, conversationKey }: RunWorker): Promise<void> {
    if (conversationKey === null) return;
    const resource = await terminals.openOf(conversationKey);
    if (resource === null) return;
    const callId = `${workerId}.${resource}.end`;
    await terminals.ask({ callId, conversationKey, verb: 'close', args: { resource } });
    terminalOf.delete(workerId);
  }

  function seen(workerId: string): SeenProgram | null {
    const of = live.get(terminalOf.get(workerId) ?? '');
    if (of === undefined || of.screen === null) return null;
    const { screen, patterns, lastOutputAt } = of;
    const times = { now: steadyNow(), lastOutputAt: screen.changedAt };
    const found = readStatus(viewOf(screen), of.seen, patterns, times);
    return {
      status: found.status === 'completed' ? 'idle' : found.status,
      source: found.source,
      lines: lastLines(screen.lines, LAST_LINES),
      question: found.question,
      lastOutputAt,
      isTaken: of.takenUntil > steadyNow(),
    };
  }

  async function giveBack({ workerId, conversationKey }: RunWorker): Promise<void> {
    const resource = terminalOf.get(workerId);
    if (conversationKey === null || resource === undefined) return;
    const callId = newId();
    await terminals.ask({ callId, conversationKey, verb: 'free', args: { resource } });
    const of = liveAt(resource);
    of.takenUntil = 0;
    of.changes.emit('change');
    tell(of);
  }

  return {
    async take(todo) {
      const over = once(todo.signal, 'abort').then(() => STOPS);
      return todo.signal.aborted ? STOPS : Promise.race([take(todo), over]);
    },
    seen,
    giveBack,
    answered: () => void answers.emit('answered'),
    end,
    stop() {
      unwatch();
      unwatchState();
      for (const { due } of live.values()) clearTimeout(due);
      return Promise.resolve();
    },
  };
}

/** Whether a person was asked just that. */
function isAbout({ subject }: Approval, { question }: JsonObject): boolean {
  const { question: asked } = JSON.parse(subject?.paramsJson ?? '{}') as JsonObject;
  return asked === question; // guard: answer-as-shown
}

function endOf({ exit }: Screen): string {
  const code = exit?.code ?? null;
  return code === null ? 'It was ended.' : `It ended with code ${code}.`;
}

/** Names the keys typed for yes and for no, for people. */
function namesOf({ answers: { yes, no } }: ScreenPatterns): { yes: string; no: string } {
  const name = (keys: string): string =>
    keys.replaceAll('\r', ' Enter').replaceAll('\u001b', ' Escape').trim();
  return { yes: name(yes), no: name(no) };
}
