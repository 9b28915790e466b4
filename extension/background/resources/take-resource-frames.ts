import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { Business } from '../conductor-link/link-session.ts';
import type { Change, UnsentFrame, View } from '../storage/row-store.ts';
import type { HeldResource, ResourceCall } from '../storage/tables.ts';
import { toldGrants } from './site-grants.ts';

/** A call that is here already is the same call: its journal answers. */
export function takeCall(view: View, frame: FrameOf<'tool.call'>, now: number): Change {
  const known = view.calls.get(frame.call_id);
  if (known !== undefined && known.state !== 'ended') {
    return { put: { calls: [{ ...known, frame }] } };
  }
  const result = known && view.outbox.get(known.result_seq ?? 0);
  if (known !== undefined && result?.type === 'tool.result') {
    return {}; // Its result is on its way.
  }
  const call: ResourceCall = {
    call_id: frame.call_id,
    resource_id: frame.resource_id,
    frame,
    state: 'queued',
    cancelled: false,
    result_seq: null,
    taken_at: now,
  };
  return { put: { calls: [call] } };
}

export function cancelCall(view: View, callId: string): Change {
  const known = view.calls.get(callId);
  if (known === undefined || known.state === 'ended') return {};
  return { put: { calls: [{ ...known, cancelled: true }] } };
}

export function markResource(view: View, frame: FrameOf<'resource.mark'>): Change {
  const held = view.held.get(frame.resource_id);
  return held === undefined ? {} : { put: { held: [{ ...held, hold: frame.hold }] } };
}

/** Results that the conductor has are kept no longer. */
export function forgetEnded(view: View, seq: number): Change {
  const ended = [...view.calls.values()].filter(
    ({ result_seq }) => result_seq !== null && result_seq <= seq,
  );
  return ended.length === 0 ? {} : { remove: { calls: ended.map(({ call_id }) => call_id) } };
}

/** Nothing is told before a person has allowed or lent anything: who uses none of it is no executor. */
export function wholeResourceReport(view: View): readonly UnsentFrame[] {
  if (view.grants.size === 0 && view.held.size === 0) return [];
  const held = [...view.held.values()].map((row) => toldResource(row));
  return [toldGrants([...view.grants.values()], true), resourceReport(held, true)];
}

export function isOfResources(frame: Business): boolean {
  return frame.type.startsWith('tool.') || frame.type.startsWith('resource.');
}

type Told = FrameOf<'resource.report'>['resources'][number];

export function resourceReport(resources: readonly Told[], complete: boolean): UnsentFrame {
  return {
    type: 'resource.report',
    complete,
    resources: [...resources],
    capabilities: { adapters: ['tab'], pictures: 'none', trusted_input: false },
  };
}

export function toldResource(row: HeldResource, more: Partial<Told> = {}): Told {
  return {
    resource_id: row.resource_id,
    status: 'ready',
    reason: null,
    url: null,
    title: null,
    icon: null,
    driver_id: row.driver_id,
    ...more,
  };
}
