const TEXT_FIELD = /^\r\nContent-Disposition: form-data; name="([^"]*)"\r\n\r\n([^]*)$/i;
/** Blanks and line breaks never stand in it as they are. */
const URL_ENCODED = /^[\w.~%+*[\]-]+=[^\s"{}]*$/;

/** The text fields of a form as it stands in the request: multipart, or in the words of an address. Null: it is none. */
export function formFields(body: string): Readonly<Record<string, string>> | null {
  if (body.startsWith('--')) return named(multipartFields(body));
  return URL_ENCODED.test(body) ? named([...new URLSearchParams(body)]) : null;
}

function multipartFields(body: string): readonly Field[] {
  const boundary = body.slice(0, body.indexOf('\r\n'));
  // Only at the beginning of a line is it one: a text may hold it elsewhere.
  const parts = `\r\n${body}`.split(`\r\n${boundary}`).map((part) => {
    const [, name, text] = TEXT_FIELD.exec(part) ?? [];
    return [name, text] as const;
  });
  return parts.filter((part): part is Field => part[1] !== undefined);
}

type Field = readonly [name: string, text: string];

/** A form breaks its lines with two characters, whichever a person's text has. */
function named(fields: readonly Field[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]));
}
