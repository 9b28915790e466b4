import { createKeyedWork } from '../../../../engine/keyed-work.ts';
import { createHash } from 'node:crypto';

import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { ProgramPlatform } from '../../../../../../shared/model/program-platforms.ts';
import { err, type Result } from '../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { Kit } from '../../../../engine/feature.ts';
import { retryCommits } from '../../../../engine/retry-commits.ts';
import { settingsFeature } from '../../../ground/settings/feature.ts';
import type { ProgramTurn } from '../queries.ts';
import { risksOf, type Scan } from '../../../../text-risk/scan-risk.ts';
import type { RunTextsOf } from '../run-texts.ts';
import type { Run, RunWorker } from '../rows.ts';
import {
  beginProgramTurn,
  endProgramTurn,
  failProgramTurn,
  refuseProgramTurn,
} from '../steps/program-turns.ts';
import { commandError } from '../role-limits.ts';
import { heldTo, shellOf } from '../shells.ts';
import { readTemplateId } from '../template-id.ts';
import { lineCalls, notMade } from './line-calls.ts';
import { lineResults } from './line-results.ts';
import type { ProgramKind, SaidInTurn, SeenProgram } from './program-port.ts';
import { type ProgramTemplates, runsWhatItIsTold } from './program-templates.ts';
import * as runs from '../queries.ts';

/** Serves the conversations of programs: takes each message in, has it said, and records what comes of it. */
export interface ProgramRunner {
  /** A conversation of a program may have a message. Calling it twice at once is harmless. */
  look(conversationKey: ConversationKey): void;
  /** Looks at all that have one, as the rows say. */
  sweep(): Promise<void>;
  seen(worker: RunWorker): SeenProgram | null;
  /** A person who typed in its terminal has finished. */
  giveBack(worker: RunWorker): Promise<void>;
  /** A person answered what a program asked. */
  answered(questionId: string, approved: boolean): void;
  /** Ends programs of workers that are ended, or whose run was stopped. */
  lookAtRun(runId: string): void;
  stop(): Promise<void>;
}

export function createProgramRunner(
  kit: Pick<Kit, 'store' | 'read' | 'now' | 'newId' | 'settings' | 'log' | 'use'>,
  deps: {
    readonly texts: RunTextsOf;
    readonly templates: ProgramTemplates;
    readonly kinds: Readonly<Record<ProgramPlatform, ProgramKind>>;
    readonly scan: Scan;
    /** A text with all that a program must know that has heard nothing yet. */
    readonly begunAnew: (worker: RunWorker, text: string) => Promise<string>;
  },
): ProgramRunner {
  const { read, now, newId, log } = kit;
  const { maxAttempts } = kit.settings;
  const settings = kit.use(settingsFeature);
  const { texts, templates, kinds, scan, begunAnew } = deps;
  const stopping = new AbortController();
  // What a program said is known here alone, and it is said once: it is kept as soon as anything can be.
  const store = retryCommits(kit.store, stopping.signal); // guard: program-heard

  /** How its program is done, of a worker that is one. */
  function kindOf({ templateId }: RunWorker): ProgramKind | null {
    const template = readTemplateId(templateId);
    return template?.kind === 'acp' || template?.kind === 'terminal' ? kinds[template.kind] : null;
  }

  async function isWanted({ runId, workerId }: RunWorker): Promise<boolean> {
    const state = await read.one(runs.runState({ runId }));
    const found = state?.workers.find(({ worker }) => worker.workerId === workerId);
    return found !== undefined && state !== null && !isOver(state.run, found.worker);
  }

  /** Why its program is not told it; null: its run looked at it, its person wrote it, or it is what came of its own calls. */
  function refusalOf({ job, worker }: ProgramTurn): CodedError | null {
    if (job.origin === 'run' || job.origin === 'reply') return null;
    if (job.origin !== 'person')
      return { code: 'action_denied', text: 'A program is told things by its run and its person.' };
    const told = {
      text: job.messageText,
      shell: shellOf(worker, texts),
      ...heldTo(worker, texts),
    };
    const refused = commandError([told]);
    if (refused !== null) return refused;
    const { asks, rules } = risksOf([told], scan);
    if (!asks) return null;
    const text = `It could do harm (${rules.join(', ')}). Say it to the worker of the run, and confirm it there.`;
    return { code: 'risk_unconfirmed', text };
  }

  /** Where nobody was asked, as a shell can do no harm by it, it goes to that shell, and to nothing that it runs. */
  function promptOf(worker: RunWorker, text: string): string | null {
    const shell = shellOf(worker, texts);
    return shell === null || scan({ text, shell }).asks ? null : shell.folder;
  }

  async function take(
    turn: ProgramTurn,
    isFresh: boolean,
  ): Promise<Result<SaidInTurn, CodedError>> {
    const { job, worker } = turn;
    const { title, program } = texts.worker(worker);
    const named = readTemplateId(worker.templateId);
    if (program === undefined || (named?.kind !== 'acp' && named?.kind !== 'terminal'))
      return err({ code: 'seal_locked', text: 'What its program is made of is sealed.' });
    const template = await templates.find(named.kind, named.name);
    if (!template.ok) return template;
    // What it was told was not looked at as commands.
    // guard: shell-since
    if (runsWhatItIsTold(template.value) && program.isShell !== true)
      return err({ code: 'template_missing', text: 'Its program is a shell now: begin it anew.' });
    const text = (await lineResults(read, job)) ?? job.messageText;
    return kinds[named.kind].take({
      turn,
      text,
      anew: () => begunAnew(worker, text),
      template: template.value,
      folder: program.folder,
      promptIn: promptOf(worker, text),
      title,
      isWanted: () => isWanted(worker),
      isFresh,
      signal: stopping.signal,
    });
  }

  async function end(turn: ProgramTurn, said: SaidInTurn): Promise<void> {
    const { job, worker } = turn;
    const { jobId, conversationKey } = job;
    const known = await read.one(runs.runCalls({ workerId: worker.workerId }));
    const { calls: found, ignored } = lineCalls(
      said.text,
      texts.worker(worker).program?.key ?? '',
      new Map(known.map(({ externalId, payloadHash }) => [externalId, payloadHash])),
    );
    const calls = said.complete === 'whole' ? found : found.map(notMade); // guard: whole-lines
    const hash = createHash('sha256').update(JSON.stringify(calls.map(({ action }) => action)));
    await store.run(endProgramTurn, {
      conversationKey,
      jobId,
      resultsJobId: newId(),
      said: said.kept,
      complete: said.complete,
      calls,
      ignored,
      actionsHash: calls.length === 0 ? null : hash.digest('base64url'),
      maxAttempts,
      messageLimits: settings.current().max_message_chars,
      now: now(),
    });
  }

  /** False: there is nothing to do now. */
  async function serveOne(conversationKey: ConversationKey): Promise<boolean> {
    const found = await read.one(runs.programTurn({ conversationKey }));
    if (found === null) return false;
    const { jobId } = found.job;
    const isFresh = found.job.status === 'pending';
    // The next sweep looks again.
    if (isFresh && kindOf(found.worker)?.seen(found.worker.workerId)?.isTaken === true)
      return false;
    const error = isFresh ? refusalOf(found) : null; // guard: program-door
    if (error !== null)
      return store.run(refuseProgramTurn, { conversationKey, jobId, error, now: now() });
    if (isFresh && !(await store.run(beginProgramTurn, { conversationKey, jobId, now: now() })))
      return false;
    const turn = await read.one(runs.programTurn({ conversationKey }));
    if (turn?.job.status !== 'acked' || turn.job.jobId !== jobId) return false;
    const said = await take(turn, isFresh);
    // The next start finds the turn as it is.
    if (stopping.signal.aborted) return false;
    if (said.ok) await end(turn, said.value);
    else {
      const { error } = said;
      await store.run(failProgramTurn, { conversationKey, jobId, error, now: now() });
    }
    return true;
  }

  const serving = createKeyedWork<ConversationKey>(
    async (conversationKey) => {
      while (!stopping.signal.aborted && (await serveOne(conversationKey)));
    },
    (cause, key) => log.error({ err: cause, conversation_key: key }, 'a program was not served'),
  );
  const look = (conversationKey: ConversationKey): void => void serving.go(conversationKey);

  async function endOver(runId: string): Promise<void> {
    const state = await read.one(runs.runState({ runId }));
    if (state === null) return;
    for (const { worker } of state.workers)
      if (isOver(state.run, worker)) await kindOf(worker)?.end(worker);
  }

  const ending = createKeyedWork(endOver, (cause, run) =>
    log.error({ err: cause, run }, 'a program was not ended'),
  );

  return {
    look,
    async sweep() {
      for (const key of await read.one(runs.programsToServe())) look(key);
    },
    seen: (worker) => kindOf(worker)?.seen(worker.workerId) ?? null,
    async giveBack(worker) {
      await kindOf(worker)?.giveBack(worker);
      if (worker.conversationKey !== null) look(worker.conversationKey);
    },
    answered(questionId, approved) {
      for (const kind of Object.values(kinds)) kind.answered(questionId, approved);
    },
    lookAtRun(runId) {
      void ending.go(runId);
    },
    async stop() {
      stopping.abort();
      await Promise.all([serving.stop(), ending.stop()]);
      await Promise.all(Object.values(kinds).map((kind) => kind.stop()));
    },
  };
}

/**
 * Checks whether the program of a worker is to be ended. Programs of a finished run stay open for the person, as do
 * those that the person chose to keep when stopping it.
 */
function isOver({ status, keepsPrograms }: Run, { endedAt }: RunWorker): boolean {
  return endedAt !== null || status === 'failed' || (status === 'stopped' && !keepsPrograms);
}
