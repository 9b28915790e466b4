import type * as z from 'zod/mini';

import {
  MAX_ATTACHMENT_LENGTH,
  MAX_ORIGINS,
  MAX_URL_LENGTH,
  type toolResult,
} from './resources.ts';

type Told = Pick<
  z.infer<typeof toolResult>,
  'result' | 'attachments' | 'error_message' | 'page' | 'origins'
>;

/** Most bytes of the JSON of result and files: a frame holds more than these, and a conductor takes 8 MiB. */
const MAX_BYTES = 7_500_000;
const MAX_MESSAGE = 1_000;
const MAX_TITLE = 500;

/**
 * The end of a call as it may be sent: a page decides how long its address, its title and what it says are. A frame that is
 * too large ends the connection, each time it is sent again, and whatever waits behind it stays.
 */
export function fitResult<T extends Told>(told: T): T {
  const { page, error_message: message, origins } = told;
  return {
    ...told,
    ...whole(told),
    error_message: message === null ? null : message.slice(0, MAX_MESSAGE),
    page: page && {
      ...page,
      url: page.url.slice(0, MAX_URL_LENGTH),
      title: page.title.slice(0, MAX_TITLE),
    },
    origins: [...new Set(origins)].slice(0, MAX_ORIGINS),
  };
}

/** All of it or none: a part would pass for the whole. */
function whole({ result, attachments }: Told): Pick<Told, 'result' | 'attachments'> {
  const json = JSON.stringify({ result, attachments });
  const fits = attachments.every(({ data_base64: data }) => data.length <= MAX_ATTACHMENT_LENGTH);
  const bytes = bytesOf(json);
  if (fits && bytes <= MAX_BYTES) return { result, attachments }; // guard: answer-fits-frame
  const text = `The call has ended; what it told takes ${bytes} bytes, too many to be sent. Ask for less.`;
  return { result: { text }, attachments: [] };
}

/** At most: no character takes more than three bytes, and those that JSON writes by themselves take one. */
const bytesOf = (json: string): number => json.length + 2 * json.replaceAll(/[ -~]/g, '').length;
