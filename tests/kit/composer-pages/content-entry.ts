import { chatgpt } from '../../../extension/platforms/chatgpt/chatgpt.ts';
import { generic } from '../../../extension/platforms/generic/generic.ts';
import { type ContentRuntime, startContent } from '../../../extension/content/start-content.ts';

const scope = globalThis as unknown as {
  browser?: { readonly runtime: ContentRuntime };
  chrome: { readonly runtime: ContentRuntime };
};
startContent((scope.browser ?? scope.chrome).runtime, [chatgpt, generic]);
