import { parseJson } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { pathOf } from '../kit/request-body.ts';
import { itemAt, textItemAt } from './item-at.ts';
import { idFromWire } from './locate.ts';

const SEND_PATH =
  /^(?:\/u\/\d+)?\/_\/BardChatUi\/data\/assistant\.lamda\.BardFrontendService\/StreamGenerate$/;

/** The form's `f.req` holds a list, as JSON within JSON (site.md, Sending). */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (request.method !== 'POST' || request.body === null) return null;
  if (!SEND_PATH.test(pathOf(request))) return null;
  const envelope = parseJson(new URLSearchParams(request.body).get('f.req') ?? '');
  const turn = parseJson(textItemAt(envelope, 1) ?? '');
  const text = textItemAt(turn, 0, 0);
  if (text === null) return null;
  return {
    kind: 'next',
    text,
    userMessageId: null,
    remoteConversationId: idFromWire(itemAt(turn, 2, 0)),
    parentMessageId: textItemAt(turn, 2, 2),
  };
}
