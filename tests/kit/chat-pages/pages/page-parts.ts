/** Returns an element of the page. The pages share these helpers only, and else work each in its own way. */
export function part<Kind extends HTMLElement = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** Adds a line of the talk and returns it, to be written on. */
export function addLine(place: HTMLElement, who: string, text: string): HTMLElement {
  const line = document.createElement('p');
  line.dataset['from'] = who;
  line.append(`${who}: `);
  const words = document.createElement('span');
  words.textContent = text;
  line.append(words);
  place.append(line);
  return words;
}

/** The complete lines of an answer, as they come in. */
export async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
