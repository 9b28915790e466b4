import * as z from 'zod/mini';

import {
  BRIDGE_PATH,
  CLOSE_CODES,
  type Frame,
  FROM_CONDUCTOR,
  FROM_EXTENSION,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
} from './protocol/index.ts';

type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** One sentence for each frame type. A frame without a line here does not compile. */
const SUMMARIES: Readonly<Record<Frame['type'], string>> = {
  hello: 'Opens a session: the first frame, with the token that pairing gave.',
  welcome: 'Accepts a hello. After it both sides send again what the other has not acked.',
  ack: 'All business frames up to and including seq are durable at the sender of the ack.',
  ping: 'Asks whether the other side is there.',
  pong: 'Answers a ping.',
  error:
    'Answers a frame that cannot be taken. The connection stays, unless the fault is `out_of_order` in `seq`: its receiver reconnects.',
  'browser.final_message': "An assistant's final reply was observed.",
  'delivery.enqueue': 'Send this text into that conversation.',
  'delivery.cancel':
    'Do not send this any more. An attempt past sending is not undone; `stop_reply` has the page stop its reply.',
  'delivery.result': 'How far a delivery has come.',
  'runtime.report': 'Which conversations this browser can serve.',
  'conversation.state': 'How a conversation stands.',
  'browser.user_turn': 'The person sent a message by hand.',
  'approval.decide': 'A person answered what waits for them.',
  'reply.run':
    'A person lets the actions of the newest reply run, which came before the conversation was auto.',
  'delivery.dismiss':
    'A person puts a delivery aside: a failed one is told no more, and the reply to one that was sent is not awaited.',
  'site.set_default_mode': 'A person chose what new conversations of a site begin in.',
  overview_watch: 'Asks how everything stands, now and on every change until the connection ends.',
  message_ask: 'Asks for the text of a delivery.',
  briefing_ask: 'Asks for the words that tell an assistant how to act.',
  face_ask: 'Asks for a link that signs this browser in to the web UI.',
  overview: 'What waits for the person in all conversations and browsers, and what was set up.',
  text: 'The text that was asked for.',
  'renewal.stop': 'A person stopped a renewal.',
  'message.send': 'A person sends a text into a conversation from elsewhere in the browser.',
  'delivery.retry': 'A person wants a failed delivery tried again.',
  'tool.call': 'Do this on that resource. The same call_id again is the same call.',
  'tool.cancel': 'End the call, if it can be ended. Its result says how far it came.',
  'tool.result': 'How a call ended.',
  'resource.report': 'What an executor holds and what it can do.',
  'resource.offer': 'A page that a person lends, or that a held page opened, has no name yet.',
  'resource.adopt': 'The name of a page that was offered.',
  'resource.close': 'Let it go: what was opened closes, what was lent is given back.',
  'resource.mark': 'How a resource is to be marked for eyes, and whether it is to rest.',
  'resource.event': 'What happens while a call runs. Not numbered; lost while the link is away.',
  'reply.progress': 'How far a reply has grown. Not numbered; lost while the link is away.',
  'site.report':
    'Which chat sites a browser knows and may run in, and how their pages stand. Not numbered; lost while the link is away.',
  'grant.change': 'What a person allowed for a site, or took back.',
  'conversation.set_mode': "A person switched a conversation's mode.",
};

/** The contract between extension and conductor as an AsyncAPI 3.0 document, told from the conductor's side. */
export function asyncApiDocument(): object {
  const schemas: Schemas = { ...FROM_EXTENSION, ...FROM_CONDUCTOR };
  const summaries: Readonly<Record<string, string>> = SUMMARIES;
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Baton bridge',
      version: `${PROTOCOL_VERSION}.0.0`,
      description: [
        'Frames between a client (browser extension or worker) and the conductor: one JSON object per WebSocket text message.',
        'Business frames (those with a seq) are delivered at least once: each waits in the durable outbox of its',
        'sender until acked, so every receiver is idempotent. Unknown keys are dropped; an unknown type, or',
        'an invalid field, is answered with an error frame.',
      ].join(' '),
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      local: {
        host: '127.0.0.1:7717',
        protocol: 'ws',
        description: `The default address. Subprotocol ${SUBPROTOCOL}; Host and Origin are checked.`,
      },
    },
    channels: {
      bridge: {
        address: BRIDGE_PATH,
        servers: [{ $ref: '#/servers/local' }],
        messages: refs('#/components/messages/', Object.keys(schemas)),
        'x-close-codes': CLOSE_CODES,
      },
    },
    operations: {
      receive: operation(
        'receive',
        'What a client may say; a worker, only part of it.',
        FROM_EXTENSION,
      ),
      send: operation('send', 'What the conductor may say.', FROM_CONDUCTOR),
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          { name, summary: summaries[name], payload: payload(schema) },
        ]),
      ),
    },
  };
}

function operation(action: 'send' | 'receive', summary: string, schemas: Schemas): object {
  return {
    action,
    summary,
    channel: { $ref: '#/channels/bridge' },
    messages: Object.values(refs('#/channels/bridge/messages/', Object.keys(schemas))),
  };
}

/** AsyncAPI's own schemas are a superset of JSON Schema draft 7. */
function payload(schema: z.ZodMiniType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return rest;
}

function refs(base: string, names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: base + name }]));
}
