import { at, idAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { readMessage } from './message.ts';

/**
 * All messages of a chat, repeated answers as versions of one message. The branch read is the one that ends
 * with the newest message.
 */
export const history: HistoryReader = {
  path(id) {
    const input = JSON.stringify({ 0: { json: { chatId: id } } });
    return `/api/trpc/message.all?batch=1&input=${encodeURIComponent(input)}`;
  },
  parse(body) {
    const answers = parseJson(body);
    const first: unknown = Array.isArray(answers) ? answers[0] : undefined;
    const page = at(first, 'result', 'data', 'json');
    const items = at(page, 'items');
    // Half a history would show a message to be missing that is not.
    if (!Array.isArray(items) || (at(page, 'nextCursor') ?? null) !== null) return null;
    const newest = newestOf(items);
    if (newest === null) return items.length === 0 ? [] : null;
    return branchTo(newest, items).flatMap(turnOf);
  },
};

/** Null when several messages end a branch and their times do not tell which is the newest. */
function newestOf(items: readonly unknown[]): unknown {
  const ends = items.filter((item) => !items.some((other) => isParent(item, other)));
  const [only] = ends;
  if (ends.length === 1) return only;
  const times = ends.map((end) => textAt(end, 'createdAt') ?? '').toSorted();
  const [before, newest] = times.slice(-2);
  if (newest === undefined || before === newest) return null;
  return ends.find((end) => textAt(end, 'createdAt') === newest) ?? null;
}

function branchTo(end: unknown, items: readonly unknown[]): readonly unknown[] {
  const branch: unknown[] = [];
  // Each message once: one that is its own ancestor ends the walk instead of looping it.
  for (let item: unknown = end; item !== undefined && !branch.includes(item);) {
    branch.unshift(item);
    const child = item;
    item = items.find((other) => isParent(other, child));
  }
  return branch;
}

function isParent(item: unknown, child: unknown): boolean {
  const id = idAt(item, 'id');
  if (id === null || id !== idAt(child, 'parentId')) return false;
  const version = at(child, 'parentVersion') ?? null;
  return version === null || version === (at(item, 'version') ?? version);
}

function turnOf(item: unknown): readonly HistoryTurn[] {
  const id = idAt(item, 'id');
  const message = readMessage(item);
  if (id === null || message === null) return [];
  return [{ id, role: message.role, text: message.text, final: message.isComplete }];
}
