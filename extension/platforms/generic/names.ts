import { at, idAt, isObject, textAt } from '../kit/json-value.ts';

const CONVERSATION_NAMES = [
  'conversation_id',
  'conversationId',
  'chat_id',
  'chatId',
  'thread_id',
  'threadId',
  'room_id',
  'roomId',
  'session_id',
  'sessionId',
];

/** Requests that carry a person's words but are no turn: titles, summaries, telemetry, a draft that is kept. */
export const NO_TURN =
  /title|summar|telemetry|analytics|suggest|feedback|moderation|draft|typing|autosave/i;

/** The id under the first of these names that holds one. */
export function firstId(value: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const id = idAt(value, name);
    if (id !== null) return id;
  }
  return null;
}

/** Returns the conversation's id, by the names that sites give it in requests, streams and histories. */
export function conversationIdOf(value: unknown): string | null {
  return firstId(value, CONVERSATION_NAMES) ?? idAt(value, 'conversation', 'id');
}

/** `contentBlockDelta`, `text-delta` and `message.delta`, each as its words. */
export function wordsOf(kind: string): readonly string[] {
  return kind
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Returns the kind of a value, by the names that sites give it. */
export function kindIn(value: unknown): string | null {
  const plain = ['type', 'event', 'kind'].map((name) => textAt(value, name)).find(Boolean);
  if (plain !== undefined) return plain;
  const [, said] = Object.entries(isObject(value) ? value : {}).find(isKind) ?? [];
  return typeof said === 'string' ? said : null;
}

/** Does it say by a name such as `response_type` that it is of the reply, whatever the list is called that it stands in? */
export function saysItIsOfReply(value: unknown): boolean {
  const fields = Object.entries(isObject(value) ? value : {});
  return fields.some((field) => isKind(field) && isOfReply(String(field[1])));
}

/** `event_type`, `messageType` and the like, which say more than that they are a type. */
function isKind([name, said]: readonly [string, unknown]): boolean {
  const words = wordsOf(name);
  const isLast = ['type', 'kind'].includes(words.at(-1) ?? '');
  const before = words.slice(0, -1);
  return (
    typeof said === 'string' &&
    isLast &&
    before.length > 0 &&
    before.every((word) => OF_THE_REPLY.has(word))
  );
}

/** Words in a piece's name, in front of the one that counts, as in `message.delta`, `response.output_text.delta`. */
export const OF_THE_REPLY: ReadonlySet<string> = new Set(
  `text content message response answer reply assistant ai bot llm chat output stream completion token delta model
  agent generation partial on event new add final chunk turn run raw block part`.split(/\s+/),
);
/** Words for a carrier of a piece, which say no more about it. */
const CARRIERS: ReadonlySet<string> = new Set(
  `append conversation data next done end ended events finish finished frame item messages msg packet payload piece result
  session start stop streaming thread tokens update value
  activities candidates choices close closed complete completed eos finalize finalized finished generated
  generations outputs over parts stopped`.split(/\s+/),
);

const ENVELOPES = new Set(
  'data payload body event message chunk result output delta item value'.split(' '),
);

/** Does a field of that name hold a value of its own, which may be a piece of the reply? */
export function opensAsEnvelope(name: string): boolean {
  const words = wordsOf(name);
  return ENVELOPES.has(words.at(-1) ?? '') && isOfReply(name);
}

/** Does a name say of what it names that it is of a reply, or nothing at all? */
export function isOfReply(kind: string): boolean {
  return wordsOf(kind).every((word) => OF_THE_REPLY.has(word) || CARRIERS.has(word));
}

const NO_ANSWER =
  /think|thought|reason|analysis|comment|tool|function|observ|retriev|plan|search|source|citation|document|snippet|excerpt|passage|usage|title|suggest|user|human|system|echo/i;

/** Does a name say that what it names is something beside the answer? */
export function isNoAnswer(kind: string): boolean {
  return NO_ANSWER.test(kind);
}

/** How sites call who wrote a message. */
export const AUTHORS = 'author sender from role user username name participant'.split(' ');
/** Words for an assistant, where a message says who wrote it. */
const ASSISTANTS = new Set('assistant bot ai agent model llm'.split(' '));

/** Does a message say itself that an assistant wrote it? */
export function isOfAssistant(message: object): boolean {
  return Object.entries(message).some(([name, author]) => {
    const words = wordsOf(name);
    // `isBot`, `from_ai`
    if (author === true)
      return words.length > 1 && words.slice(1).every((word) => ASSISTANTS.has(word));
    const names = [author, at(author, 'type'), at(author, 'role')];
    return (
      AUTHORS.includes(words[0] ?? '') &&
      names.some(
        (each) => typeof each === 'string' && wordsOf(each).some((word) => ASSISTANTS.has(word)),
      )
    );
  });
}

const PHASE_NAMES = ['phase', 'channel', 'stage', 'subtype', 'role', 'sender', 'from', 'author'];
const THOUGHT_NAMES = ['thought', 'is_thinking', 'isThinking'];
const OF_TOOL = /^(?:tool|function|observation)/i;

/** Does a value of that kind say that it is beside the answer? One that names a tool is about its call, whatever else it holds. */
export function isAside(value: unknown, kind: string): boolean {
  const phases = PHASE_NAMES.map(
    (name) => textAt(value, name) ?? textAt(value, name, 'role') ?? '',
  );
  return (
    [kind, ...phases].some(isNoAnswer) ||
    THOUGHT_NAMES.some((name) => at(value, name) === true) ||
    Object.entries(isObject(value) ? value : {}).some(
      ([name, one]) => OF_TOOL.test(name) && Boolean(Array.isArray(one) ? one.length : one),
    )
  );
}

/** Names of what a reply comes with, and which tell nothing of how it went. */
const BESIDE =
  /^(?:id|.*[iI]ds?|.*_ids?|usage|.*tokens?|title|sources|citations|suggestions|metadata|model|created.*|updated.*|timestamp|time|object|ping|heartbeat|keepalive|seq|sequence|index|type|event|kind)$/;

/** Does a value that is no piece of the answer say nothing of how the answer went? */
export function isBeside(value: unknown, name: string): boolean {
  const kind = kindIn(value) ?? (name === 'message' ? '' : name);
  if (isAside(value, kind)) return true;
  const names = isObject(value) ? Object.keys(value) : [];
  return isObject(value) && kind === '' && names.every((each) => BESIDE.test(each));
}
