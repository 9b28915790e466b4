import { once } from 'node:events';

import type { ConductorFrame, FrameOf } from '../../shared/protocol/index.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

/** Every frame a browser was sent, in order, and the means to await one without racing it. */
export class FrameInbox {
  readonly frames: ConductorFrame[] = [];
  readonly #browser: SimulatedBrowser;

  constructor(browser: SimulatedBrowser) {
    this.#browser = browser;
    browser.prependListener('frame', (frame) => this.frames.push(frame));
  }

  of<T extends ConductorFrame['type']>(type: T): FrameOf<T>[] {
    return this.frames.filter((frame): frame is FrameOf<T> => frame.type === type);
  }

  /** The first frame of the type that fits, whether it came already or is still to come. */
  async first<T extends ConductorFrame['type']>(
    type: T,
    fits: (frame: FrameOf<T>) => boolean = () => true,
  ): Promise<FrameOf<T>> {
    for (;;) {
      const found = this.of(type).find(fits);
      if (found !== undefined) return found;
      await once(this.#browser, 'frame');
    }
  }

  /** Resolves when the conductor has acked all that the browser has sent. */
  async allAcked(): Promise<void> {
    while (this.#browser.disk.outbox.length > 0) await once(this.#browser, 'frame');
  }
}
