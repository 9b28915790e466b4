import { expect, test } from 'vitest';

import type { BareConductor } from './bare-conductor.ts';

/** Needs of the contract: an executor with a resource, and an act on it that leaves a trace. */
export interface ExecutorUnderTest {
  readonly conductor: BareConductor;
  /** Opens the resource of that id. */
  readonly open: (resourceId: string) => Promise<unknown>;
  /** A call that leaves one more trace of itself each time it is done. */
  readonly act: { readonly tool: string; readonly args: Record<string, unknown> };
  readonly traces: () => number;
  /** A call that takes until it is cancelled. */
  readonly last: { readonly tool: string; readonly args: Record<string, unknown> };
  /** A name for a resource of its type. */
  readonly name: (index: number) => string;
  /** Ends it as a crash does, and starts it again. */
  readonly crash: () => Promise<void>;
}

/** Tests the duties of every holder of resources, an extension or a worker. */
export function executorContract(start: () => Promise<ExecutorUnderTest>): void {
  test('a call that comes again is answered from the journal and not done again', async () => {
    const { conductor, open, act, traces, name } = await start();
    await open(name(0));
    const first = await conductor.call(act.tool, name(0), act.args, { call_id: 'same' });
    expect(first).toMatchObject({ ok: true, begun: true });
    const again = await conductor.call(act.tool, name(0), act.args, {
      call_id: 'same',
      attempt: 2,
      reconcile: true,
    });
    expect(again.result).toEqual(first.result);
    expect(traces()).toBe(1);
  });

  test('calls of one resource run one after another, those of others beside them', async () => {
    const { conductor, open, act, last, name } = await start();
    await Promise.all([open(name(0)), open(name(1))]);
    const waits = conductor.ask(last.tool, name(0), last.args);
    const behind = conductor.ask(act.tool, name(0), act.args);
    expect(await conductor.call(act.tool, name(1), act.args)).toMatchObject({ ok: true });
    expect(
      conductor.frames.filter((frame) => frame.type === 'tool.result' && frame.call_id === behind),
    ).toEqual([]);
    conductor.send({ type: 'tool.cancel', call_id: waits, resource_id: name(0) });
    expect(await conductor.result(waits)).toMatchObject({
      ok: false,
      error_code: 'cancelled',
      begun: true,
    });
    expect(await conductor.result(behind)).toMatchObject({ ok: true });
  });

  test('a call that was not begun and is cancelled provably did nothing', async () => {
    const { conductor, open, act, traces, last, name } = await start();
    await open(name(0));
    const waits = conductor.ask(last.tool, name(0), last.args);
    const behind = conductor.ask(act.tool, name(0), act.args);
    conductor.send({ type: 'tool.cancel', call_id: behind, resource_id: name(0) });
    conductor.send({ type: 'tool.cancel', call_id: waits, resource_id: name(0) });
    expect(await conductor.result(behind)).toMatchObject({
      ok: false,
      error_code: 'cancelled',
      begun: false,
    });
    expect(traces()).toBe(0);
  });

  test('a call ends before its deadline and says so', async () => {
    const { conductor, open, last, name } = await start();
    await open(name(0));
    const ended = await conductor.call(last.tool, name(0), last.args, { deadline_ms: 1_500 });
    expect(ended).toMatchObject({ ok: false, error_code: 'call_timeout', begun: true });
  });

  test('nothing is begun while a resource is held', async () => {
    const { conductor, open, act, traces, name } = await start();
    await open(name(0));
    const mark = {
      type: 'resource.mark',
      chat_session_id: 'chat',
      title: null,
      colour: 'purple',
    } as const;
    conductor.send({ ...mark, resource_id: name(0), hold: true });
    const waits = conductor.ask(act.tool, name(0), act.args);
    await open(name(1));
    expect(await conductor.call(act.tool, name(1), act.args)).toMatchObject({ ok: true });
    expect(traces()).toBe(1);
    conductor.send({ ...mark, resource_id: name(0), hold: false });
    expect(await conductor.result(waits)).toMatchObject({ ok: true });
    expect(traces()).toBe(2);
  });

  test('what is not there, not known or out of shape is refused and not begun', async () => {
    const { conductor, open, act, name } = await start();
    expect(await conductor.call(act.tool, name(7), act.args)).toMatchObject({
      error_code: 'resource_closed',
      begun: false,
    });
    await open(name(0));
    expect(await conductor.call(`${act.tool}Not`, name(0), act.args)).toMatchObject({
      error_code: 'unsupported_verb',
      begun: false,
    });
    expect(await conductor.call(act.tool, name(0), { out: 'of shape' })).toMatchObject({
      error_code: 'invalid_params',
      begun: false,
    });
  });

  test('a resource that is closed ends its call, and is there no more', async () => {
    const { conductor, open, act, last, name } = await start();
    await open(name(0));
    const runs = conductor.ask(last.tool, name(0), last.args);
    conductor.send({ type: 'resource.close', resource_id: name(0) });
    expect(await conductor.result(runs)).toMatchObject({
      ok: false,
      error_code: 'resource_closed',
    });
    expect(await conductor.call(act.tool, name(0), act.args)).toMatchObject({
      error_code: 'resource_closed',
    });
  });

  test('results wait for a link that was cut, and come once', async () => {
    const { conductor, open, act, traces, name } = await start();
    await open(name(0));
    const before = conductor.frames.length;
    const asked = conductor.ask(act.tool, name(0), act.args);
    conductor.cut();
    expect(await conductor.result(asked)).toMatchObject({ ok: true });
    await conductor.first(
      'resource.report',
      (frame) => frame.complete && conductor.frames.indexOf(frame) >= before,
    );
    expect(
      conductor.frames.filter((frame) => frame.type === 'tool.result' && frame.call_id === asked),
    ).toHaveLength(1);
    expect(traces()).toBe(1);
  });

  test('after a crash in the middle of a call nobody claims to know how it ended', async () => {
    const { conductor, open, last, name, crash } = await start();
    await open(name(0));
    const asked = conductor.ask(last.tool, name(0), last.args);
    await conductor.call('resource.none', name(1));
    await crash();
    expect(await conductor.result(asked)).toMatchObject({
      ok: false,
      error_code: 'outcome_unknown',
      begun: true,
    });
  });
}
