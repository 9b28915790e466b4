/**
 * Routes whose request or response is a stream, a download or plain text. They are served by hand in
 * `conductor/src/edges/http/`, and described here for the OpenAPI document and the clients.
 */
export const streams = {
  events: {
    method: 'GET',
    path: '/v1/events',
    tag: 'service',
    scope: 'watch',
    summary:
      'The audit trail as it grows (Server-Sent Events; `id` is the event id). Resumes after `Last-Event-ID`.',
    contentType: 'text/event-stream',
    query: {
      after:
        'Event id to go on after; `Last-Event-ID` stands before it. Without either: from now on.',
      conversation: 'Only of this conversation.',
      type: 'Only of these types, comma-separated; `delivery_job.*` fits all that begin so.',
    },
  },
  live: {
    method: 'GET',
    path: '/v1/live',
    tag: 'service',
    scope: 'watch',
    summary:
      'What a page that is looked at needs to stay true (Server-Sent Events): `trail` events with their ids, gapless by `Last-Event-ID`; momentary ones without: `here` every 10 s, `presence`; where they are asked for `reply.progress` (how far a reply has grown), `resource.stateChanged` (a page or terminal is another than it was), `worker.seen` (the program of a run’s worker was seen to do something), and `numbers` every 5 s.',
    contentType: 'text/event-stream',
    query: {
      topics:
        'Comma-separated, of trail, presence, reply.progress, resource.stateChanged, worker.seen and numbers; without: the first two. `here` always comes.',
      after:
        'Event id to go on after; `Last-Event-ID` stands before it. Without either: from now on.',
    },
  },
  resourceEvents: {
    method: 'GET',
    path: '/v1/resources/events',
    tag: 'resources',
    scope: 'watch',
    summary:
      'What happens to pages, terminals and services (Server-Sent Events): events of the trail about resources, calls, sessions and grants with their ids, gapless by `Last-Event-ID`; momentary ones without: `resource.stateChanged`, and `resource.log`, `resource.progress`, `resource.screenshot` and `resource.error` of calls that run.',
    contentType: 'text/event-stream',
    query: {
      after:
        'Event id to go on after; `Last-Event-ID` stands before it. Without either: from now on.',
      session: 'Momentary ones of this session alone.',
    },
  },
  chat: {
    method: 'POST',
    path: '/v1/chat',
    tag: 'agents',
    scope: 'answer',
    summary:
      'Says something to an agent, or answers what it asks a person, and streams what follows as UI message chunks of the AI SDK (Server-Sent Events), as `DefaultChatTransport` asks for it. Of the messages only the last counts: history is the conductor’s. Closing the stream stops nothing.',
    contentType: 'text/event-stream',
    query: {},
  },
  chatStream: {
    method: 'GET',
    path: '/v1/chat/:id/stream',
    tag: 'agents',
    scope: 'watch',
    summary:
      'The answer that is under way in a session, from its beginning or after the chunk that `Last-Event-ID` names; 204 where none is, or where it waits for a person.',
    contentType: 'text/event-stream',
    query: {
      after: 'Id of a chunk to go on after; `Last-Event-ID` stands before it.',
    },
  },
  artifactContent: {
    method: 'GET',
    path: '/v1/artifacts/:id/content',
    tag: 'artifacts',
    scope: 'watch',
    summary: 'The content of an artifact, as a download; `Range` is understood.',
    contentType: 'application/octet-stream',
    query: {},
  },
  exportConversations: {
    method: 'GET',
    path: '/v1/export',
    tag: 'data',
    scope: 'watch',
    summary: 'Conversations with all that belongs to them, as JSON lines or Markdown.',
    contentType: 'application/x-ndjson',
    query: {
      format: '`jsonl` (default) or `markdown`.',
      conversation: 'Only this one; else all.',
    },
  },
  exportEvents: {
    method: 'GET',
    path: '/v1/events/export',
    tag: 'data',
    scope: 'watch',
    summary: 'The audit trail as JSON lines, the newest first.',
    contentType: 'application/x-ndjson',
    query: {
      conversation: 'Only of this conversation.',
      type: 'Only of these types, comma-separated; `delivery_job.*` fits all that begin so.',
      subject: 'Only what is about this.',
      from: 'Not before that time, in ms since 1970.',
      to: 'Before that time.',
      q: 'Only where these words stand, among the newest 50,000.',
    },
  },
  importConversations: {
    method: 'POST',
    path: '/v1/import',
    tag: 'data',
    scope: 'full',
    summary:
      'Imports the JSON lines of an export; a conversation that exists already stays as it is.',
    contentType: 'application/json',
    query: {},
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    tag: 'service',
    scope: 'watch',
    summary: 'Counters and gauges in the Prometheus text format.',
    contentType: 'text/plain',
    query: {},
  },
} as const;
