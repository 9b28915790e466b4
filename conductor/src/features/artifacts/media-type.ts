const MAX_NAME_LENGTH = 200;

const MEDIA_TYPE =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(;[ -~]{0,100})?$/i;

/** May its bytes be read as characters? */
export function isText(mediaType: string): boolean {
  const [type = ''] = mediaType.toLowerCase().split(';');
  return (
    type.startsWith('text/') ||
    /[+/](json|xml|yaml|x-yaml|x-ndjson|javascript|toml)$/.test(type.trim())
  );
}

/** As given, where it is one; what a server calls a type may be anything. */
export function fittingMediaType(given: string): string {
  return MEDIA_TYPE.test(given) ? given.toLowerCase() : 'application/octet-stream';
}

/** A name that is safe in a header, a list and a folder; what a server calls a thing may be anything. */
export function fittingName(given: string): string {
  const name = given
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed();
  return /^\.*$/.test(name) ? 'artifact' : name;
}
