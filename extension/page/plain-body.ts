import { getterOf, isLocked, isTakenBy, plain, unbound } from './natives.ts';

const SafeFormData = FormData;
const SafeParams = URLSearchParams;
const hasField = unbound(FormData, 'has');
const appendField = unbound(FormData, 'append') as (
  form: FormData,
  name: string,
  value: FormDataEntryValue,
) => void;
const eachField = unbound(FormData, 'forEach');
const textOfParams = unbound(URLSearchParams, 'toString');
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
const bufferSize = getterOf<number>(ArrayBuffer, 'byteLength');
const blobSize = getterOf<number>(Blob, 'size');
const wellFormed = unbound(String, 'toWellFormed');
const copied = structuredClone.bind(window);

const isParams = (body: unknown): body is URLSearchParams => isTakenBy(textOfParams, body);
const isForm = (body: unknown): body is FormData =>
  isTakenBy((form: FormData) => hasField(form, ''), body);
export const isStream = (body: unknown): body is ReadableStream => isTakenBy(isLocked, body);

/** Bytes as the built-ins take them, and no text. */
export const isBinary = (body: unknown): body is Blob =>
  isView(body) || isTakenBy(bufferSize, body) || isTakenBy(blobSize, body);

/** As it leaves: half a character is none. */
export const plainText = (value: unknown): string => wellFormed(plain(value));

/** The text that a built-in would make of a body, where it would make one; any other as it is. */
export function plainBody(body: unknown): BodyInit | null | undefined {
  if (body === null || body === undefined) return body;
  return isBinary(body) || isParams(body) || isForm(body) ? body : plainText(body);
}

/** A body as it is now: what the page does to its own from then on changes nothing. */
export function keptBody(body: BodyInit | null | undefined): XMLHttpRequestBodyInit | null {
  if (isBinary(body)) return copied(body);
  if (isParams(body)) return new SafeParams(textOfParams(body));
  if (!isForm(body)) return (body as string | undefined) ?? null;
  const form = new SafeFormData();
  eachField(body, (value, name) => appendField(form, name, value));
  return form;
}
