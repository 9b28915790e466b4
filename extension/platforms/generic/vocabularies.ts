import {
  agUi,
  chainlit,
  dify,
  directLine,
  langGraph,
  langServe,
  n8n,
} from './vocabularies/agents.ts';
import { aiSdkData, aiSdkUi, assistantTransport } from './vocabularies/ai-sdk.ts';
import { gradio } from './vocabularies/gradio.ts';
import { signalR } from './vocabularies/hubs.ts';
import {
  anthropic,
  cohere,
  google,
  llamaServer,
  ollama,
  textGeneration,
} from './vocabularies/models.ts';
import { openaiAssistants, openaiChat, openaiResponses } from './vocabularies/openai.ts';
import { barePieces, plainText, plainWords, wordEvents } from './vocabularies/words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Each by what it alone says, the most particular first: the first that knows a value reads it. */
export const VOCABULARIES: readonly Vocabulary[] = [
  plainText,
  wordEvents,
  aiSdkData,
  openaiChat,
  openaiResponses,
  openaiAssistants,
  anthropic,
  google,
  cohere,
  ollama,
  textGeneration,
  llamaServer,
  aiSdkUi,
  assistantTransport,
  agUi,
  dify,
  n8n,
  directLine,
  gradio,
  signalR,
  chainlit,
  langGraph,
  langServe,
  plainWords,
  barePieces,
];
