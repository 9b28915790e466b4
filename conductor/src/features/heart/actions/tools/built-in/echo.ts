import * as z from 'zod';

import { defineTool, textResult } from '../tool.ts';

/** `conductor::echo` */
export const echo = defineTool({
  id: 'conductor::echo',
  params: z.strictObject({ text: z.string() }),
  risk: 'low',
  harmless: true,
  help: 'Gives the text back.',
  run: ({ text }) => textResult(text),
});
