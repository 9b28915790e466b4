import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../launcher/root.ts';

export const LANGUAGES = ['en', 'zh_CN'] as const;
export type Language = (typeof LANGUAGES)[number];

const Messages = z.record(
  z.string(),
  z.strictObject({
    message: z.string().min(1),
    description: z.string().optional(),
    placeholders: z.record(z.string(), z.strictObject({ content: z.string() })).optional(),
  }),
);

/** All phrases of a language, as they are shipped. */
export function messagesOf(language: Language): z.infer<typeof Messages> {
  const file = join(ROOT, 'extension', 'public', '_locales', language, 'messages.json');
  return Messages.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Lets code that runs outside a browser say what it would say in one. */
export function installWords(language: Language = 'en'): void {
  const messages = messagesOf(language);
  const getMessage = (key: string, values: readonly string[] = []): string => {
    const found = messages[key];
    if (found === undefined) return '';
    return found.message.replaceAll(/\$(\w+)\$/g, (_all, name: string) => {
      const content = found.placeholders?.[name.toLowerCase()]?.content ?? '';
      return values[Number(content.slice(1)) - 1] ?? '';
    });
  };
  Object.assign(globalThis, { chrome: { i18n: { getMessage } } });
}
