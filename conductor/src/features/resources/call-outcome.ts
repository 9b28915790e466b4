import type { CodedError } from '../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { ToolOutcome } from '../actions/feature.ts';
import { browserState } from './browser-state.ts';
import type { SessionStanding } from './queries.ts';
import type { ResourceCall } from './rows.ts';

/** What of a call's end is told: its text or its data, and its files beside. */
export function callOutcome(
  call: Pick<ResourceCall, 'tool' | 'status' | 'resultJson' | 'errorCode' | 'errorText'>,
  standing: Pick<SessionStanding, 'session' | 'open'> | null,
): ToolOutcome {
  const { attachments, text, ...data } = resultOf(call);
  const files = attachments === undefined ? {} : { attachments: filesOf(attachments) };
  if (call.status !== 'succeeded') {
    const { code, text: words } = errorOf(call);
    const rest = Object.keys(data).length === 0 ? '' : `\n${JSON.stringify(data)}`;
    return { ok: false, code, text: `${words}${rest}`, ...files };
  }
  const state = standing === null ? null : browserState(standing.session, standing.open);
  if (call.tool === 'browser.extract' && state !== null) {
    const head = `## Current Browser State\n${JSON.stringify(state)}`;
    const body = typeof text === 'string' ? text : JSON.stringify(data);
    return { ok: true, text: `${head}\n\n${body}`, format: 'text', ...files };
  }
  if (typeof text !== 'string')
    return { ok: true, text: JSON.stringify(data), format: 'json', ...files };
  const withState =
    call.tool === 'browser.snapshot' && state !== null
      ? `${text}\nstate ${JSON.stringify(state)}`
      : text;
  return { ok: true, text: withState, format: 'text', ...files };
}

function resultOf({ resultJson }: Pick<ResourceCall, 'resultJson'>): JsonObject {
  return resultJson === null ? {} : (JSON.parse(resultJson) as JsonObject);
}

function errorOf({
  status,
  errorCode,
  errorText,
}: Pick<ResourceCall, 'status' | 'errorCode' | 'errorText'>): CodedError {
  if (errorCode !== null) return { code: errorCode, text: errorText ?? '' };
  const text = `It has not ended: it is ${status}.`;
  return { code: 'call_timeout', text };
}

function filesOf(attachments: JsonObject[string]) {
  // As the frame brought them, whose shape was checked.
  const all = attachments as unknown as FrameOf<'tool.result'>['attachments'];
  return all.map(({ name, mime, data_base64: data }) => ({
    name,
    mediaType: mime,
    bytes: new Uint8Array(Buffer.from(data, 'base64')),
  }));
}
