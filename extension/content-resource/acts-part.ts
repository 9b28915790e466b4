import type { PagePart } from './resource-page.ts';
import { Acting } from './act.ts';
import { waitFor } from './wait-for.ts';

/** Acts in the page, and waits for what it does. */
export const actsPart: PagePart = (reading) => {
  const acting = new Acting(reading);
  return async (request) => {
    switch (request.verb) {
      case 'waitFor':
        return waitFor(reading, request.args);
      case 'prepare':
        return acting.prepare({ ...request, ...request.args.act });
      case 'settle':
        return acting.settle(request.args.call_id);
      case 'cancel':
        acting.cancel(request.args.call_id);
        return { ok: true, result: { was: 'begun' } };
      case 'recall':
        return recall(acting, request.args.call_id);
      case 'snapshot':
      case 'extract':
      case 'find':
      case 'frame':
        return null;
      default:
        return acting.run(request);
    }
  };
};

async function recall(acting: Acting, callId: string): ReturnType<ReturnType<PagePart>> {
  const outcome = await acting.ended(callId);
  if (outcome === 'none') return { ok: true, result: { was: 'none' } };
  if (outcome === null) return { ok: true, result: { was: 'begun' } };
  return { ok: true, result: { was: 'ended', outcome } };
}
