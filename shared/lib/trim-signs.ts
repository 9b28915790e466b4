/** The text without those signs at its beginning and its end, in time proportional to what is taken away. */
export function trimSigns(text: string, signs: string, ends: 'both' | 'end' = 'both'): string {
  const isSign = (at: number): boolean => signs.includes(text.charAt(at));
  let from = 0;
  let to = text.length;
  while (ends === 'both' && from < to && isSign(from)) from += 1;
  while (to > from && isSign(to - 1)) to -= 1;
  return text.slice(from, to);
}
