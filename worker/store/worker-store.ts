import { randomUUID } from 'node:crypto';

import Database from 'better-sqlite3';

import {
  type FrameOf,
  type ExtensionBusinessFrame,
  PROTOCOL_VERSION,
  type Unsent,
} from '../../shared/protocol/index.ts';

/** Answers older than this are asked for by nobody any more. */
const KEPT_MS = 24 * 3_600_000;

/** Another worker has the folder open. */
export class FolderTaken extends Error {}

export type ResultBody = Omit<FrameOf<'tool.result'>, 'v' | 'id' | 'seq' | 'type' | 'attempt'>;

export interface NotedCall {
  readonly callId: string;
  readonly resourceId: string;
  readonly tool: string;
  readonly state: 'taken' | 'begun' | 'done';
}

/**
 * Store of a worker on disk: the positions of both streams of its link, frames that wait to be sent, calls and their
 * results, and the resources it held. Every change is durable when its function returns.
 */
export interface WorkerStore {
  /** The streams of a pairing begin anew with it, and what was noted under another means nothing to this one. */
  beginPairing(): void;
  streams(): { readonly received: number; readonly numbered: number };
  /** The conductor has seen more than is known here: the folder came back from a copy. */
  countOn(numbered: number): void;
  receive(seq: number): void;
  /** Null: it was not known before, and is noted now. */
  receiveCall(frame: FrameOf<'tool.call'>): NotedCall | null;
  /** Before anything is touched. */
  begin(callId: string): void;
  /** Notes how it ended, and puts that into the outbox. */
  finish(result: ResultBody): void;
  /** Sends the result of a finished call again. */
  answerAgain(callId: string): void;
  unfinished(): readonly NotedCall[];
  send(frame: Unsent<ExtensionBusinessFrame>): void;
  /** Notes the ids of all resources that it holds from now on. */
  holds(resourceIds: readonly string[]): void;
  held(): readonly string[];
  framesAfter(
    seq: number,
    limit: number,
  ): readonly { readonly seq: number; readonly text: string }[];
  forget(upTo: number): void;
  /** Called after frames were put into the outbox. */
  onFrames(listener: () => void): void;
  close(): void;
}

const SCHEMA = `
  create table if not exists streams (
    only integer primary key check (only = 1),
    received integer not null,
    numbered integer not null
  );
  insert or ignore into streams values (1, 0, 0);
  create table if not exists outbox (seq integer primary key, frame text not null);
  create table if not exists calls (
    call_id text primary key,
    resource_id text not null,
    tool text not null,
    attempt integer not null,
    state text not null,
    result text,
    noted_at integer not null
  );
  create table if not exists held (resource_id text primary key);
`;

/** Throws FolderTaken, or what SQLite says. */
export function openWorkerStore(file: string): WorkerStore {
  const db = openAlone(file);
  const listeners = new Set<() => void>();
  const told = (): void => {
    for (const listener of listeners) listener();
  };

  const streams = db.prepare<[], { received: number; numbered: number }>(
    'select received, numbered from streams',
  );
  const setReceived = db.prepare('update streams set received = ?');
  const setNumbered = db.prepare('update streams set numbered = max(numbered, ?)');
  const addFrame = db.prepare('insert into outbox values (?, ?)');
  const frames = db.prepare<[number, number], { seq: number; text: string }>(
    'select seq, frame as text from outbox where seq > ? order by seq limit ?',
  );
  const dropFrames = db.prepare('delete from outbox where seq <= ?');
  const noted = db.prepare<[string], NotedCall & { attempt: number; result: string | null }>(
    'select call_id as callId, resource_id as resourceId, tool, state, attempt, result from calls where call_id = ?',
  );
  const note = db.prepare("insert into calls values (?, ?, ?, ?, 'taken', null, ?)");
  const setAttempt = db.prepare('update calls set attempt = ? where call_id = ?');
  const setBegun = db.prepare("update calls set state = 'begun' where call_id = ?");
  const setDone = db.prepare("update calls set state = 'done', result = ? where call_id = ?");
  const dropOld = db.prepare("delete from calls where state = 'done' and noted_at < ?");
  const unfinished = db.prepare<[], NotedCall>(
    "select call_id as callId, resource_id as resourceId, tool, state from calls where state <> 'done'",
  );
  const held = db.prepare<[], { resource_id: string }>('select resource_id from held');
  const addHeld = db.prepare('insert into held values (?)');
  const dropHeld = db.prepare('delete from held');

  function number(body: Unsent<ExtensionBusinessFrame>): void {
    const seq = (streams.get()?.numbered ?? 0) + 1;
    setNumbered.run(seq);
    addFrame.run(seq, JSON.stringify({ v: PROTOCOL_VERSION, id: randomUUID(), seq, ...body }));
  }

  function answer(callId: string): void {
    const call = noted.get(callId);
    if (call === undefined || call.result === null)
      throw new Error(`The call ${callId} has not ended.`);
    const result = JSON.parse(call.result) as ResultBody;
    number({ type: 'tool.result', ...result, attempt: call.attempt });
  }

  const inOne = <A extends unknown[], R>(work: (...args: A) => R) => {
    const transaction = db.transaction(work);
    return (...args: A): R => transaction.immediate(...args);
  };

  return {
    beginPairing: inOne(() => {
      db.exec(
        'delete from outbox; delete from calls; update streams set received = 0, numbered = 0;',
      );
    }),
    streams: () => streams.get() ?? { received: 0, numbered: 0 },
    countOn: (numbered) => void setNumbered.run(numbered),
    receive: (seq) => void setReceived.run(seq),
    receiveCall: inOne((frame: FrameOf<'tool.call'>) => {
      setReceived.run(frame.seq);
      const known = noted.get(frame.call_id);
      if (known !== undefined) {
        setAttempt.run(frame.attempt, frame.call_id);
        return {
          callId: known.callId,
          resourceId: known.resourceId,
          tool: known.tool,
          state: known.state,
        };
      }
      dropOld.run(Date.now() - KEPT_MS);
      note.run(frame.call_id, frame.resource_id, frame.tool, frame.attempt, Date.now());
      return null;
    }),
    begin: (callId) => void setBegun.run(callId),
    finish(result) {
      inOne(() => {
        setDone.run(JSON.stringify(result), result.call_id);
        answer(result.call_id);
      })();
      told();
    },
    answerAgain(callId) {
      inOne(() => answer(callId))();
      told();
    },
    unfinished: () => unfinished.all(),
    send(frame) {
      inOne(() => number(frame))();
      told();
    },
    holds: inOne((resourceIds: readonly string[]) => {
      dropHeld.run();
      for (const id of resourceIds) addHeld.run(id);
    }),
    held: () => held.all().map(({ resource_id }) => resource_id),
    framesAfter: (seq, limit) => frames.all(seq, limit),
    forget: (upTo) => void dropFrames.run(upTo),
    onFrames: (listener) => void listeners.add(listener),
    close: () => void db.close(),
  };
}

/** The lock lasts as long as the process, however that ends. */
function openAlone(file: string): Database.Database {
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = exclusive');
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.exec(`begin exclusive; ${SCHEMA} commit;`);
    return db;
  } catch (cause) {
    db.close();
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') {
      throw new FolderTaken(`A worker runs already with ${file}.`, { cause });
    }
    throw cause;
  }
}
