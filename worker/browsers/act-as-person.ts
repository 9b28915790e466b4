import type { KeyInput, Page } from 'puppeteer-core';

import type { PreviewInput } from '../../shared/model/picture-feed.ts';

/**
 * Does by the browser's own input what a person did in the picture of a page.
 *
 * @param scale Pixels of the picture per CSS pixel.
 */
export async function actAsPerson(page: Page, input: PreviewInput, scale: number): Promise<void> {
  const { mouse, keyboard } = page;
  if ('pointer' in input) {
    const { type, x, y, button } = input.pointer;
    await mouse.move(x / scale, y / scale);
    if (type === 'down') await mouse.down({ button });
    if (type === 'up') await mouse.up({ button });
  } else if ('wheel' in input) {
    const { x, y, dx, dy } = input.wheel;
    await mouse.move(x / scale, y / scale);
    await mouse.wheel({ deltaX: dx / scale, deltaY: dy / scale });
  } else if ('key' in input) {
    const { type, key } = input.key;
    // Of a key that it does not know, puppeteer says so, and nothing is pressed.
    await (type === 'down' ? keyboard.down(key as KeyInput) : keyboard.up(key as KeyInput));
  } else {
    await keyboard.sendCharacter(input.text);
  }
}
