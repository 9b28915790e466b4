import { generic } from './generic/generic.ts';
import { hfChatUi } from './hf-chat-ui/hf-chat-ui.ts';
import { librechat } from './librechat/librechat.ts';
import { lobechat } from './lobechat/lobechat.ts';
import { nextchat } from './nextchat/nextchat.ts';
import { openWebui } from './open-webui/open-webui.ts';
import type { Platform } from './platform.ts';

/** Adapters for a page on any origin, the most particular first; the last takes every page. */
export const ANY_SITE: readonly Platform[] = [
  openWebui,
  librechat,
  nextchat,
  lobechat,
  hfChatUi,
  generic,
];
