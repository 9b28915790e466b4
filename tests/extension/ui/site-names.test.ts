import { expect, test } from 'vitest';

import { platformName } from '../../../extension/ui/site-names.ts';

test.each([
  ['chatgpt', 'ChatGPT'],
  ['open-webui:chat.example:8443', 'Open WebUI · chat.example:8443'],
  ['generic:chat.example', 'chat.example'],
  ['somewhere-new', 'somewhere-new'],
])('%s is %s to a person', (platform, name) => {
  expect(platformName(platform)).toBe(name);
});
