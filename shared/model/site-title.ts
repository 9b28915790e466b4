/** As the products call themselves, in every language. */
const TITLES: Readonly<Record<string, string>> = {
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

/** The product behind an adapter's name; null: it is none. */
export function productOf(adapter: string): string | null {
  return Object.hasOwn(TITLES, adapter) ? (TITLES[adapter] ?? null) : null;
}

/** A site as a person knows it: the product, and for an installation or a page of its own its host too. */
export function siteTitle(platform: string): string {
  const [adapter = '', host] = platform.split(/:(.*)/, 2);
  const product = productOf(adapter);
  if (host === undefined) return product ?? adapter;
  return product === null ? host : `${product} · ${host}`;
}
