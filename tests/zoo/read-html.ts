const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
};

/** Reads markup that a page hands over, as a site does: a line for each paragraph, block and break. */
export function readHtml(html: string): string {
  return html
    .replace(/<br>(?=<\/(?:p|div)>)/g, '')
    .replace(/(?<=.)<(?:p|div)[^>]*>/gs, '\n')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
