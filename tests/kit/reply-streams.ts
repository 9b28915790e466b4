import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ANY_SITE } from '../../extension/platforms/any-site.ts';
import { VOCABULARIES } from '../../extension/platforms/generic/vocabularies.ts';
import {
  type Platform,
  RECORD_END,
  type ReplyDecoder,
  SOCKET_METHOD,
  SOCKET_TEXTS,
  type TappedRequest,
} from '../../extension/platforms/platform.ts';
import { HOSTED } from '../../extension/platforms/registry.ts';
import { RECORDED_TRAFFIC } from './recorded-traffic.ts';

export const PLATFORMS: readonly Platform[] = [...HOSTED, ...ANY_SITE];

/** A reply as it comes over the wire, and what reads it. */
export interface ReplyStream {
  readonly name: string;
  readonly text: string;
  readonly contentType: string;
  /** true: the stream marks its own end, so half of it is recognized even where the transfer ends clean. */
  readonly isMarked: boolean;
  readonly make: () => ReplyDecoder;
}

const FIXTURES = join(import.meta.dirname, '../fixtures/platforms');
export const hasRecorded = existsSync(RECORDED_TRAFFIC);

const TYPES: Readonly<Record<string, string>> = {
  '.sse': 'text/event-stream',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/jsonl',
  '.json': 'application/json',
  '.coded': 'text/plain; charset=utf-8',
  '.txt': 'text/plain',
  '.frames': SOCKET_TEXTS,
};

/** The content type that a reply came with, by its file's name. */
export function contentTypeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}

/** Returns the decoder's input: in `.frames` each line is a text of a socket. */
export function textOfFixture(path: string): string {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.frames') ? text.replaceAll('\n', RECORD_END) : text;
}

interface Way {
  readonly request: TappedRequest;
  readonly contentType?: string;
  /** Makes the text on the wire from the text in the file. */
  readonly wire?: (text: string) => string;
}

const CHAT = '0f0e0d0c-0001-4000-8000-000000000001';

function post(url: string, body: unknown, pageUrl = url): TappedRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { url, method: 'POST', body: text, pageUrl };
}

function read(name: string): string {
  return readFileSync(join(FIXTURES, name), 'utf8');
}

function overSocket(pageUrl: string, frame: unknown): Way {
  const request = { ...post('wss://chat.example/socket', frame, pageUrl), method: SOCKET_METHOD };
  return { request, contentType: SOCKET_TEXTS, wire: (text) => text.replaceAll('\n', RECORD_END) };
}

/** Connect frames, as the tap decodes them. */
export function connectFrames(values: readonly string[]): string {
  const decoder = new TextDecoder();
  const frames = [...values.map((json) => [json, 0] as const), ['{}', 2] as const];
  const texts = frames.map(([json, flag]) => {
    const body = new TextEncoder().encode(json);
    const head = new DataView(new ArrayBuffer(5));
    head.setUint8(0, flag);
    head.setUint32(1, body.length);
    const bytes = new Uint8Array([...new Uint8Array(head.buffer), ...body]);
    return decoder.decode(bytes, { stream: true });
  });
  return texts.join('') + decoder.decode();
}

const HF_CHAT = 'https://chat.example/conversation/0123456789abcdef01234567';
const HF_DATA = { inputs: 'Hi', id: CHAT, generationId: CHAT, is_retry: false, is_continue: false };

/** Way in which a fixture's reply came, by adapter; null: it is no reply. */
const WAYS: Readonly<Record<string, (file: string) => Way | null>> = {
  chatgpt: () => ({ request: post('https://chatgpt.com/backend-api/f/conversation', {}) }),
  claude: () => ({
    request: post(
      `https://claude.ai/api/organizations/o/chat_conversations/${CHAT}/completion`,
      { prompt: 'Hi', turn_message_uuids: { human_message_uuid: CHAT } },
      `https://claude.ai/chat/${CHAT}`,
    ),
  }),
  copilot: () =>
    overSocket('https://copilot.microsoft.com/', {
      event: 'send',
      conversationId: 'dRabcdefghijklmnopqrs',
      content: [{ type: 'text', text: 'Hi' }],
    }),
  deepseek: () => ({
    request: post('https://chat.deepseek.com/api/v0/chat/completion', {
      chat_session_id: CHAT,
      prompt: 'Hi',
    }),
  }),
  doubao: () => ({ request: post('https://www.doubao.com/chat/completion', {}) }),
  gemini: () => ({ request: post('https://gemini.google.com/app', '') }),
  grok: (file) =>
    file.endsWith('.frames')
      ? overSocket(`https://grok.com/c/${CHAT}`, {
          session_id: CHAT,
          event: {
            type: 'conversation.item.create',
            item: {
              type: 'message',
              role: 'user',
              x_grok: { client_message_id: CHAT, input_chunks: [{ text: { text: 'Hi' } }] },
            },
          },
        })
      : {
          request: post('https://grok.com/rest/app-chat/conversations/new', { message: 'Hi' }),
          contentType: 'application/json',
        },
  kimi: () => ({
    request: post('https://www.kimi.com/chat', ''),
    contentType: 'application/connect+json',
    wire: (text) => connectFrames(text.trim().split('\n')),
  }),
  mistral: () => ({
    request: post('https://chat.mistral.ai/api/chat', {}),
    contentType: 'text/event-stream',
  }),
  perplexity: () => ({ request: post('https://www.perplexity.ai/rest/sse/perplexity_ask', {}) }),
  poe: () => ({
    request: post('https://poe.com/api/gql_POST', {}),
    contentType: 'text/event-stream',
    wire: (text) =>
      text
        .trim()
        .split('\n')
        .flatMap((frame) => platformNamed('poe').readFrame(frame))
        .map((item) => item.text)
        .join(''),
  }),
  qwen: () => ({
    request: post(`https://chat.qwen.ai/api/v2/chat/completions?chat_id=${CHAT}`, {
      chat_id: CHAT,
      messages: [{ fid: CHAT, role: 'user', content: 'Hi', user_action: 'chat' }],
    }),
  }),
  generic: () => ({ request: post('https://chat.example/api/chat', { message: 'Hi' }) }),
  'hf-chat-ui': (file) =>
    file === 'conversation.json'
      ? null
      : {
          request: post(
            HF_CHAT,
            `--X\r\nContent-Disposition: form-data; name="data"\r\n\r\n${JSON.stringify(HF_DATA)}\r\n--X--\r\n`,
          ),
        },
  librechat: (file) =>
    file.endsWith('.json')
      ? null
      : {
          request: post('https://chat.example/api/agents/chat/openAI', read('librechat/send.json')),
        },
  lobechat: (file) =>
    file === 'answer-batch.json'
      ? {
          request: post(
            'https://chat.example/trpc/lambda/session.search,aiChat.sendMessageInServer?batch=1',
            read('lobechat/send-batch.json'),
          ),
        }
      : null,
  nextchat: () => ({
    request: post('https://chat.example/api/openai/v1/chat/completions', {
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  }),
  // The report of a whole reply is the page's; the server says the same or an error.
  'open-webui': (file) =>
    file === 'completed-0.7.json'
      ? { request: post('https://chat.example/api/chat/completed', read(`open-webui/${file}`)) }
      : null,
};

function platformNamed(name: string): Platform {
  const found = PLATFORMS.find((platform) => platform.name === name);
  if (found === undefined) throw new Error(`No adapter is called ${name}.`);
  return found;
}

function streamOf(platform: Platform, file: string, way: Way, text: string): ReplyStream {
  const contentType = way.contentType ?? contentTypeOf(file);
  const vocabulary = VOCABULARIES.filter(({ name }) => file.includes(`/${name}`)).at(-1);
  const make = (): ReplyDecoder => {
    const decoder = platform.decodeReply(way.request, contentType);
    if (decoder === null) throw new Error(`${platform.name} does not take ${file} for a reply.`);
    return decoder;
  };
  return {
    name: file,
    text: way.wire?.(text) ?? text,
    contentType,
    isMarked: platform.name !== 'generic' || vocabulary?.ends !== 'transfer',
    make,
  };
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** Every reply among the fixtures of an adapter. An adapter without a way to read them is an error. */
export function fixtureStreams(platform: Platform): readonly ReplyStream[] {
  const wayOf = WAYS[platform.name];
  if (wayOf === undefined) throw new Error(`${platform.name} is not in the table of replies.`);
  const folder = join(FIXTURES, platform.name);
  return filesIn(folder).flatMap((file) => {
    const way = wayOf(file);
    return way === null ? [] : [streamOf(platform, file, way, textOfFixture(join(folder, file)))];
  });
}

/** Adapter of each folder of recordings. Payloads are the data of events, one a line. */
const RECORDED_OF: Readonly<Record<string, string>> = {
  chatgpt: 'chatgpt',
  claude: 'claude',
  deepseek: 'deepseek',
  'openai-compatible': 'generic',
  'anthropic-api': 'generic',
};

/** Every reply among the recordings of an adapter's traffic. */
export function recordedStreams(platform: Platform): readonly ReplyStream[] {
  const folders = Object.entries(RECORDED_OF).filter(([, name]) => name === platform.name);
  return folders.flatMap(([folder]) =>
    filesIn(join(RECORDED_TRAFFIC, folder))
      .filter((file) => /\.sse$|\.payloads\.txt$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(RECORDED_TRAFFIC, folder, file), 'utf8');
        const way = WAYS[platform.name]?.(file) ?? null;
        const events = file.endsWith('.sse') ? text : asEvents(text);
        const contentType = 'text/event-stream';
        return way === null ? [] : [streamOf(platform, file, { ...way, contentType }, events)];
      }),
  );
}

function asEvents(payloads: string): string {
  const lines = payloads.trim().split('\n');
  return `${lines.map((line) => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`;
}
