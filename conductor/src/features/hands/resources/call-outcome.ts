import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { ToolOutcome } from '../../heart/actions/feature.ts';
import { stateBeside } from './browser-state.ts';
import type { SessionStanding } from './queries.ts';
import type { ResourceCall } from './rows.ts';

/** Returns the end of a call as it is told: its text or its data, and its files beside. */
export function callOutcome(
  call: Pick<
    ResourceCall,
    'tool' | 'resourceId' | 'status' | 'resultJson' | 'errorCode' | 'errorText'
  >,
  standing: Pick<SessionStanding, 'session' | 'open'> | null,
): ToolOutcome {
  const { attachments, text, ...data } = resultOf(call);
  const files = attachments === undefined ? {} : { attachments: filesOf(attachments) };
  if (call.status !== 'succeeded') {
    const { code, text: words } = errorOf(call);
    const rest = Object.keys(data).length === 0 ? '' : `\n${JSON.stringify(data)}`;
    return { ok: false, code, text: `${words}${rest}`, ...files };
  }
  return { ok: true, ...toldText(call, { text, data }, standing), ...files };
}

function toldText(
  { tool, resourceId }: Pick<ResourceCall, 'tool' | 'resourceId'>,
  { text, data }: { readonly text: JsonObject[string] | undefined; readonly data: JsonObject },
  standing: Pick<SessionStanding, 'session' | 'open'> | null,
): { readonly text: string; readonly format: 'text' | 'json' } {
  const json = JSON.stringify(data);
  if (tool === 'browser.extract' && standing !== null) {
    const head = `## Current Browser State\n${JSON.stringify(stateBeside(standing, null))}`;
    return { text: `${head}\n\n${typeof text === 'string' ? text : json}`, format: 'text' };
  }
  if (typeof text !== 'string') return { text: json, format: 'json' };
  if (!SHOWING.includes(tool)) return { text, format: 'text' };
  const { snapshot: _snapshot, links: _links, ...done } = data;
  const before = Object.keys(done).length === 0 ? '' : `${JSON.stringify(done)}\n`;
  const state =
    standing === null ? '' : `\nstate ${JSON.stringify(stateBeside(standing, resourceId))}`;
  return { text: `${before}${text}${state}`, format: 'text' };
}

/** Tools whose text is a snapshot, which says title and address of its page. */
const SHOWING: readonly string[] = ['browser.snapshot', 'browser.act'];

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
