import {
  type ExtensionFrame,
  type FrameFault,
  FROM_WORKER,
} from '../../../../shared/protocol/index.ts';

/** Why a frame is not taken from whoever sent it, though it is in shape; null: it is. */
export function refusalFor(frame: ExtensionFrame, isWorker: boolean): FrameFault | null {
  if (isWorker) {
    return FROM_WORKER.includes(frame.type)
      ? null
      : refusal(frame, 'type', `A worker may not say ${frame.type}.`);
  }
  const claims = frame.type === 'resource.report' ? frame.capabilities.adapters : [];
  return claims.every((adapter) => adapter === 'tab')
    ? null
    : refusal(frame, 'capabilities.adapters', 'A browser holds tabs and nothing else.');
}

function refusal(frame: ExtensionFrame, path: string, message: string): FrameFault {
  const code = path === 'type' ? 'unknown_type' : 'malformed_frame';
  return { code, message, path, ref_id: frame.id, seq: 'seq' in frame ? frame.seq : null };
}
