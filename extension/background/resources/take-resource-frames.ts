import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { BusinessFrame } from '../conductor-link/link-session.ts';
import { type Change, metaOf, type UnsentFrame, type View } from '../storage/row-store.ts';
import type { HeldResource, ResourceCall } from '../storage/tables.ts';
import { toldGrants } from './site-grants.ts';

/** So many calls that have ended are kept to be told again; of those the conductor has, the oldest go. */
const MAX_ENDED = 200;

/** A call that is here already is the same call: its journal answers. */
export function takeCall(view: View, frame: FrameOf<'tool.call'>, now: number): Change {
  const known = view.calls.get(frame.call_id);
  if (known === undefined) return { put: { calls: [newCall(frame, now)] }, ...forgotten(view) };
  if (known.result === null) return { put: { calls: [{ ...known, frame }] } };
  const isOnItsWay = known.result_seq !== null && view.outbox.has(known.result_seq);
  if (isOnItsWay && known.result.attempt === frame.attempt) return {};
  const told = { ...known.result, attempt: frame.attempt };
  return { put: { calls: [{ ...known, frame, result: told }] }, send: [told] };
}

function newCall(frame: FrameOf<'tool.call'>, now: number): ResourceCall {
  return {
    call_id: frame.call_id,
    resource_id: frame.resource_id,
    frame,
    state: 'queued',
    cancelled: false,
    result: null,
    result_seq: null,
    taken_at: now,
  };
}

function forgotten(view: View): Change {
  const ended = [...view.calls.values()]
    .filter(({ result_seq }) => result_seq !== null && !view.outbox.has(result_seq))
    .toSorted((a, b) => a.taken_at - b.taken_at);
  const over = ended.slice(0, Math.max(0, ended.length - MAX_ENDED));
  return over.length === 0 ? {} : { remove: { calls: over.map(({ call_id }) => call_id) } };
}

/** The conductor has all our frames up to `seq`: pictures and files are not kept beyond that. */
export function dropConfirmedFiles(view: View, seq: number): readonly ResourceCall[] {
  return [...view.calls.values()].flatMap((row) => {
    const { frame, result, result_seq } = row;
    if (result === null || result_seq === null || result_seq > seq) return [];
    if (frame.attachments.length + result.attachments.length === 0) return [];
    const attachments: [] = [];
    return [{ ...row, frame: { ...frame, attachments }, result: { ...result, attachments } }];
  });
}

export function cancelCall(view: View, callId: string): Change {
  const known = view.calls.get(callId);
  if (known === undefined || known.state === 'ended') return {};
  return { put: { calls: [{ ...known, cancelled: true }] } };
}

export function markResource(view: View, frame: FrameOf<'resource.mark'>): Change {
  const held = view.held.get(frame.resource_id);
  if (held === undefined) return {};
  const { hold, title } = frame;
  return { put: { held: [{ ...held, hold, ...(title !== null && { title }) }] } };
}

/** Nothing is told before a person has allowed or lent anything: who uses none of it is no executor. */
export function wholeResourceReport(view: View): readonly UnsentFrame[] {
  if (view.grants.size === 0 && view.held.size === 0) return [];
  const held = [...view.held.values()].map((row) => toldResource(view, row));
  return [toldGrants([...view.grants.values()], true), resourceReport(held, true)];
}

export function isOfResources(frame: BusinessFrame): boolean {
  return frame.type.startsWith('tool.') || frame.type.startsWith('resource.');
}

type Told = FrameOf<'resource.report'>['resources'][number];

export function resourceReport(resources: readonly Told[], complete: boolean): UnsentFrame {
  return {
    type: 'resource.report',
    complete,
    resources: [...resources],
    capabilities: { adapters: ['tab'], pictures: 'lent', trusted_input: false },
  };
}

/** Returns the report on a resource. A resource that a person stopped is held until they let it go on. */
export function toldResource(
  view: Pick<View, 'meta'>,
  row: HeldResource,
  more: Partial<Told> = {},
): Told {
  const isStopped = metaOf(view).work_stopped === true || row.stopped === true;
  return {
    resource_id: row.resource_id,
    status: isStopped ? 'held' : 'ready',
    reason: isStopped ? 'The person stopped it.' : null,
    url: null,
    title: null,
    icon: null,
    driver_id: row.driver_id,
    ...more,
  };
}
