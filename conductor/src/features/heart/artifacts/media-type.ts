const MAX_NAME_LENGTH = 200;

const MEDIA_TYPE =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(;[ -~]{0,100})?$/i;

/** Tells whether content of that type is text. */
export function isText(mediaType: string): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';');
  return (
    type.startsWith('text/') ||
    /[+/](json|xml|yaml|x-yaml|x-ndjson|javascript|toml)$/.test(type.trim())
  );
}

/** The media type, if it is one; otherwise a general one. Servers may say anything. */
export function fittingMediaType(given: string): string {
  return MEDIA_TYPE.test(given) ? given.toLowerCase() : 'application/octet-stream';
}

/** A file name that is safe in a header, a list and a folder. Servers may say anything. */
export function fittingName(given: string): string {
  const name = given
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return /^\.*$/.test(name) ? 'artifact' : name;
}
