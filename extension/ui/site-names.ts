import { word } from '../i18n/words.ts';

/** As the products call themselves, in every language. */
const NAMES: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  copilot: 'Copilot',
  deepseek: 'DeepSeek',
  doubao: 'Doubao',
  gemini: 'Gemini',
  grok: 'Grok',
  kimi: 'Kimi',
  mistral: 'Mistral',
  perplexity: 'Perplexity',
  poe: 'Poe',
  qwen: 'Qwen',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  nextchat: 'NextChat',
  lobechat: 'LobeChat',
  'hf-chat-ui': 'Hugging Face Chat UI',
};

/** A site as a person knows it: the product, and for an installation or a page of its own its host too. */
export function platformName(platform: string): string {
  const [adapter = '', host] = platform.split(/:(.*)/, 2);
  if (host === undefined) return siteName(adapter);
  return adapter === 'generic' ? host : `${siteName(adapter)} · ${host}`;
}

export function siteName(adapter: string): string {
  return adapter === 'generic' ? word('site_generic') : (NAMES[adapter] ?? adapter);
}
