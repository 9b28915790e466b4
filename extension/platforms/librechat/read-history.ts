import { at, idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { answerText, isFinished } from './message.ts';

/**
 * All messages of all branches, oldest first. Which branch the page shows is not told: the one with the
 * newest message is taken. Reading needs a bearer that lives in the page's memory alone, so only an address
 * that the page itself has read is read again, as it did.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const messages = parseJson(body);
    if (!Array.isArray(messages) || messages.length === 0) return null;
    const list: readonly unknown[] = messages;
    if (!list.every(isMessage)) return null;
    const byId = new Map(list.map((message) => [idAt(message, 'messageId'), message]));
    const branch: unknown[] = [];
    for (let message: unknown = list.at(-1); message !== undefined;) {
      const id = idAt(message, 'messageId');
      byId.delete(id); // Each is taken once: a message that is its own ancestor ends the walk.
      branch.unshift(message);
      message = byId.get(idAt(message, 'parentMessageId'));
    }
    return branch.flatMap(turnOf);
  },
};

function isMessage(value: unknown): boolean {
  return (
    isObject(value) &&
    idAt(value, 'messageId') !== null &&
    typeof value['isCreatedByUser'] === 'boolean'
  );
}

function turnOf(message: unknown): readonly HistoryTurn[] {
  const id = idAt(message, 'messageId');
  if (id === null) return [];
  if (at(message, 'isCreatedByUser') === true) {
    return [{ id, role: 'user', text: textAt(message, 'text') ?? '', final: true }];
  }
  const final = isFinished(message) && !id.endsWith('_');
  return [{ id, role: 'assistant', text: answerText(message), final }];
}
