import { bare, makeJson, settle, unbound } from './natives.ts';

const blobText = unbound(Blob.prototype, 'text');
const paramsText = unbound(URLSearchParams.prototype, 'toString');
const eachField = unbound(FormData.prototype, 'forEach');
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
const SafeBlob = Blob;

/**
 * The text of a request body; null where it has none or cannot be read without disturbing it (a stream).
 * A form is given as a JSON object of its text fields.
 */
export function bodyText(body: unknown): Promise<string | null> | string | null {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return null;
  if (body instanceof Blob) return orNull(blobText(body));
  if (body instanceof ArrayBuffer || isView(body))
    return orNull(blobText(new SafeBlob([body as BlobPart])));
  if (body instanceof URLSearchParams) return paramsText(body);
  return body instanceof FormData ? formText(body) : null;
}

function formText(form: FormData): string {
  const fields: Record<string, string> = bare({});
  eachField(form, (value, name) => {
    if (typeof value === 'string') fields[name] = value;
  });
  return makeJson(fields);
}

function orNull(text: Promise<string>): Promise<string | null> {
  return settle<string, string | null>(
    text,
    (value) => value,
    () => null,
  );
}

/** Calls `use` at once where the text is there already, so that a plain send is not put off by a tick. */
export function whenText(
  text: Promise<string | null> | string | null,
  use: (text: string | null) => void,
): void {
  if (typeof text === 'object' && text !== null) void settle(text, use, () => use(null));
  else use(text);
}
