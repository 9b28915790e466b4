import {
  type ExtensionFrame,
  type FrameFault,
  FROM_WORKER,
} from '../../../../shared/protocol/index.ts';

/** Why a frame is not taken from whoever sent it, though it is in shape; null: it is. */
export function refusalFor(frame: ExtensionFrame, isWorker: boolean): FrameFault | null {
  if (isWorker) {
    // guard: worker-frames
    if (!FROM_WORKER.includes(frame.type))
      return refusal(frame, 'type', `A worker may not say ${frame.type}.`);
    // Tabs are a person's, and so is to lend one.
    // guard: worker-no-tabs
    if (frame.type === 'resource.report' && frame.capabilities.adapters.includes('tab'))
      return refusal(frame, 'capabilities.adapters', 'A worker holds no tabs.');
    // guard: lent-by-person
    if (frame.type === 'resource.offer' && frame.origin_kind === 'lent')
      return refusal(frame, 'origin_kind', 'Only a person lends a page, in a browser.');
    return null;
  }
  const claims = frame.type === 'resource.report' ? frame.capabilities.adapters : [];
  // guard: browser-no-worker
  return claims.every((adapter) => adapter === 'tab')
    ? null
    : refusal(frame, 'capabilities.adapters', 'A browser holds tabs and nothing else.');
}

function refusal(frame: ExtensionFrame, path: string, message: string): FrameFault {
  const code = path === 'type' ? 'unknown_type' : 'malformed_frame';
  return { code, message, path, ref_id: frame.id, seq: 'seq' in frame ? frame.seq : null };
}
