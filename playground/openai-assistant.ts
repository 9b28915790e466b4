import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { AssistantError } from './assistant.ts';
import type { Assistant } from './assistant.ts';
import type { Turn } from './chat-turn.ts';

export interface OpenAiSettings {
  /** Up to and including the version, for example `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Null for servers that want none. */
  readonly apiKey: string | null;
  /** Null: the first model the server lists. */
  readonly model: string | null;
}

const MAX_QUOTED_CHARACTERS = 300;

const SYSTEM_PROMPT = `You are an assistant in a chat. You can act by writing a fenced block with the info string "baa":

\`\`\`baa
@conductor::echo::{"text":"hello"}
\`\`\`

Each line is @target::tool or @target::tool::{JSON parameters}. Start with @conductor::describe to see what exists.
The results of one reply come back together as the next message; it begins with "Baton results". Never write
results yourself. When you are done, reply without a block. To show a block without running it, quote it with "> ".`;

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  error: z.unknown().optional(),
});
const errorBody = z.object({ error: z.object({ message: z.string() }) });
const modelList = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

/** A model behind an OpenAI-compatible chat completions endpoint, streamed through as it speaks. */
export function createOpenAiAssistant(settings: OpenAiSettings): Assistant {
  return {
    async *reply(history, signal) {
      const model = settings.model ?? (await firstListedModel(settings, signal));
      const answer = await call(settings, '/chat/completions', signal, {
        model,
        stream: true,
        messages: [{ role: 'system', content: SYSTEM_PROMPT }, ...history.map(toMessage)],
      });
      let finished = false;
      for await (const { data } of eventsOf(answer)) {
        if (data === '[DONE]') break;
        const { choices, error } = readChunk(data);
        if (error) throw refusal(settings, 'broke off', JSON.stringify({ error }));
        const [choice] = choices ?? [];
        if (choice?.delta?.content) yield choice.delta.content;
        finished ||= Boolean(choice?.finish_reason);
      }
      if (!finished) throw new AssistantError('The model stopped in the middle of its answer.');
    },
  };
}

function toMessage({ role, text }: Turn): { role: string; content: string } {
  return { role, content: text };
}

async function firstListedModel(settings: OpenAiSettings, signal: AbortSignal): Promise<string> {
  const answer = await call(settings, '/models', signal);
  const listed = modelList.safeParse(await answer.json().catch(() => null));
  const [model] = listed.data?.data ?? [];
  if (!model) throw new AssistantError('The model server lists no model; set OPENAI_MODEL.');
  return model.id;
}

async function call(
  settings: OpenAiSettings,
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<Response> {
  const request: RequestInit = {
    method: body ? 'POST' : 'GET',
    signal,
    headers: {
      'content-type': 'application/json',
      ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await fetch(`${settings.baseUrl.replace(/\/+$/, '')}${path}`, request).catch(
    (cause: unknown) => {
      throw new AssistantError(`The model at ${settings.baseUrl} cannot be reached.`, { cause });
    },
  );
  if (!answer.ok) throw refusal(settings, `answered ${answer.status}`, await answer.text());
  return answer;
}

async function* eventsOf(answer: Response): AsyncGenerator<{ data: string }> {
  if (!answer.body) return;
  yield* answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
}

function readChunk(data: string): z.infer<typeof chunk> {
  try {
    return chunk.parse(JSON.parse(data));
  } catch (cause) {
    throw new AssistantError('The model sent something that is no chat completion.', { cause });
  }
}

/** Makes an error of the model server's words, for the person; removes the key if the server quotes it. */
function refusal(settings: OpenAiSettings, what: string, body: string): AssistantError {
  let said = body;
  try {
    said = errorBody.parse(JSON.parse(body)).error.message;
  } catch {
    // Not the usual error shape: its text is all there is to show.
  }
  const clean = settings.apiKey ? said.replaceAll(settings.apiKey, '[key]') : said;
  return new AssistantError(`The model ${what}: ${clean.slice(0, MAX_QUOTED_CHARACTERS)}`.trim());
}
