import { format } from 'oxfmt';

import settings from '../.oxfmtrc.json' with { type: 'json' };

/** The text of a file as `npm run format` would write it. Throws where it cannot be read as what its name says. */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, settings);
  const [fault] = errors;
  if (fault !== undefined) throw new Error(`${file}: ${fault.message}`);
  return code;
}
