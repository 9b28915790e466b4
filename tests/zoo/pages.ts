import { aiSdk } from './pages/ai-sdk/page-server.ts';
import { aiSdkSvelte } from './pages/ai-sdk-svelte/page-server.ts';
import { alpine } from './pages/alpine/page-server.ts';
import { angular } from './pages/angular/page-server.ts';
import { antDesignX } from './pages/ant-design-x/page-server.ts';
import { anthropicClient } from './pages/anthropic-client/page-server.ts';
import { assistantUi } from './pages/assistant-ui/page-server.ts';
import { beautifulChat } from './pages/beautiful-chat/page-server.ts';
import { centrifuge } from './pages/centrifuge/page-server.ts';
import { chainlit } from './pages/chainlit/page-server.ts';
import { chatElements } from './pages/chat-elements/page-server.ts';
import { chatWidget } from './pages/chat-widget/page-server.ts';
import { chatbotKit } from './pages/chatbot-kit/page-server.ts';
import { chatbotify } from './pages/chatbotify/page-server.ts';
import { chatscope } from './pages/chatscope/page-server.ts';
import { chatui } from './pages/chatui/page-server.ts';
import { cloudflareAgents } from './pages/cloudflare-agents/page-server.ts';
import { copilotkit } from './pages/copilotkit/page-server.ts';
import { deepChat } from './pages/deep-chat/page-server.ts';
import { devextreme } from './pages/devextreme/page-server.ts';
import { elementPlusX } from './pages/element-plus-x/page-server.ts';
import { fetchEvents } from './pages/fetch-events/page-server.ts';
import { flowise } from './pages/flowise/page-server.ts';
import { googleClient } from './pages/google-client/page-server.ts';
import { gradio } from './pages/gradio/page-server.ts';
import { htmx } from './pages/htmx/page-server.ts';
import { langgraph } from './pages/langgraph/page-server.ts';
import { laravelEcho } from './pages/laravel-echo/page-server.ts';
import { litClosed } from './pages/lit-closed/page-server.ts';
import { mastra } from './pages/mastra/page-server.ts';
import { minchat } from './pages/minchat/page-server.ts';
import { n8nChat } from './pages/n8n-chat/page-server.ts';
import { nlux } from './pages/nlux/page-server.ts';
import { ollama } from './pages/ollama/page-server.ts';
import { openaiClient } from './pages/openai-client/page-server.ts';
import { preactStored } from './pages/preact-stored/page-server.ts';
import { quasar } from './pages/quasar/page-server.ts';
import { quill } from './pages/quill/page-server.ts';
import { railsCable } from './pages/rails-cable/page-server.ts';
import { reactQuery } from './pages/react-query/page-server.ts';
import { signalr } from './pages/signalr/page-server.ts';
import { svelteEditable } from './pages/svelte-editable/page-server.ts';
import { syncfusion } from './pages/syncfusion/page-server.ts';
import { tanstackAi } from './pages/tanstack-ai/page-server.ts';
import { tiptap } from './pages/tiptap/page-server.ts';
import { trpc } from './pages/trpc/page-server.ts';
import { urql } from './pages/urql/page-server.ts';
import { vueAdvancedChat } from './pages/vue-advanced-chat/page-server.ts';
import { vueEnded } from './pages/vue-ended/page-server.ts';
import { webchat } from './pages/webchat/page-server.ts';
import type { ZooPage } from './zoo-page.ts';

/** In the order of the table's rows. */
export const PAGES: readonly ZooPage[] = [
  aiSdk,
  aiSdkSvelte,
  alpine,
  angular,
  antDesignX,
  anthropicClient,
  assistantUi,
  beautifulChat,
  centrifuge,
  chainlit,
  chatElements,
  chatWidget,
  chatbotKit,
  chatbotify,
  chatscope,
  chatui,
  cloudflareAgents,
  copilotkit,
  deepChat,
  devextreme,
  elementPlusX,
  fetchEvents,
  flowise,
  googleClient,
  gradio,
  htmx,
  langgraph,
  laravelEcho,
  litClosed,
  mastra,
  minchat,
  n8nChat,
  nlux,
  ollama,
  openaiClient,
  preactStored,
  quasar,
  quill,
  railsCable,
  reactQuery,
  signalr,
  svelteEditable,
  syncfusion,
  tanstackAi,
  tiptap,
  trpc,
  urql,
  vueAdvancedChat,
  vueEnded,
  webchat,
];
