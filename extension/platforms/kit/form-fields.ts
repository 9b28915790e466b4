const TEXT_FIELD = /^\r\nContent-Disposition: form-data; name="([^"]*)"\r\n\r\n([^]*)$/i;

/** The text fields of a multipart form, as it stands in the request. */
export function formFields(body: string): Readonly<Record<string, string>> {
  const boundary = body.slice(0, body.indexOf('\r\n'));
  // Only at the beginning of a line is it one: a text may hold it elsewhere.
  const parts = `\r\n${body}`.split(`\r\n${boundary}`).map((part) => {
    const [, name, text] = TEXT_FIELD.exec(part) ?? [];
    return [name, text] as const;
  });
  const fields = parts.filter((part): part is [string, string] => part[1] !== undefined);
  return Object.fromEntries(fields);
}
