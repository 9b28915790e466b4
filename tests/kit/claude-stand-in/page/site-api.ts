import * as z from 'zod/mini';
import {
  type LoadedConversation,
  type NewMessage,
  SiteRefusal,
} from '../../stand-in/page/page-site.ts';

z.config({ jitless: true }); // The page's own policy forbids making code from text.

const ROOT_ID = '00000000-0000-4000-8000-000000000000';
const ACTIVITY_SESSION = document.currentScript?.dataset['settings'] ?? '';
const historyShape = z.object({
  name: z.string(),
  current_leaf_message_uuid: z.nullable(z.string()),
  chat_messages: z.array(
    z.object({
      uuid: z.string(),
      parent_message_uuid: z.string(),
      sender: z.string(),
      content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
    }),
  ),
});
const listShape = z.array(z.object({ uuid: z.string(), name: z.string() }));
const refusalShape = z.object({ error: z.object({ message: z.string() }) });

/** As the site's page makes them: version 7, the time first. */
export function newUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export async function listConversations(): Promise<readonly { id: string; title: string }[]> {
  const listed = listShape.parse(await (await ask('')).json());
  return listed.map(({ uuid, name }) => ({ id: uuid, title: name }));
}

export async function loadConversation(id: string): Promise<LoadedConversation> {
  const query = 'tree=True&rendering_mode=messages&render_all_tools=true';
  const conversation = historyShape.parse(await (await ask(`/${id}?${query}`)).json());
  const { chat_messages: messages, current_leaf_message_uuid: leaf } = conversation;
  const byId = new Map(messages.map((message) => [message.uuid, message]));
  const turns: LoadedConversation['turns'][number][] = [];
  for (let at = byId.get(leaf ?? ''); at; at = byId.get(at.parent_message_uuid)) {
    const texts = at.content.flatMap(({ type, text }) => (type === 'text' ? [text ?? ''] : []));
    const role = at.sender === 'human' ? 'user' : 'assistant';
    turns.unshift({ id: at.uuid, role, text: texts.join('\n\n').trimStart() });
  }
  return { title: conversation.name, turns, lastId: leaf, resume: null };
}

export function postCompletion(
  message: NewMessage & { readonly answerId: string },
  conversationId: string,
  signal: AbortSignal,
): Promise<Response> {
  return ask(`/${conversationId}/completion`, {
    method: 'POST',
    signal,
    body: JSON.stringify({
      prompt: message.text,
      // A conversation that was made before has no first message to follow.
      ...(message.conversationId !== null && {
        parent_message_uuid: message.parentId ?? ROOT_ID,
      }),
      turn_message_uuids: {
        human_message_uuid: message.id,
        assistant_message_uuid: message.answerId,
      },
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      locale: 'en-US',
      model: 'claude-sonnet-5',
      personalized_styles: [{ type: 'default', key: 'Default' }],
      tools: [{ type: 'web_search_v0', name: 'web_search' }],
      attachments: [],
      files: [],
      sync_sources: [],
      rendering_mode: 'messages',
      ...(message.conversationId === null && {
        create_conversation_params: { name: '', include_conversation_preferences: true },
      }),
    }),
  });
}

/** Sends a request. Only the cookies are the login; the other headers say which page it is. */
async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const organization = cookie('lastActiveOrg');
  const answer = await fetch(`/api/organizations/${organization}/chat_conversations${path}`, {
    ...request,
    headers: {
      ...(request.body && { accept: 'text/event-stream', 'content-type': 'application/json' }),
      'anthropic-client-platform': 'web_claude_ai',
      'anthropic-client-version': '1.0.0',
      'anthropic-device-id': cookie('anthropic-device-id'),
      'x-activity-session-id': ACTIVITY_SESSION,
    },
  });
  if (!answer.ok) throw new SiteRefusal(await reasonOf(answer));
  return answer;
}

function cookie(name: string): string {
  const all = document.cookie.split('; ').map((each) => each.split('='));
  return all.find(([key]) => key === name)?.[1] ?? '';
}

async function reasonOf(answer: Response): Promise<string> {
  const refusal = refusalShape.safeParse(await answer.json().catch(() => null));
  return refusal.success ? refusal.data.error.message : 'Something went wrong.';
}
