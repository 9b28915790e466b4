import type { ExtensionBusinessFrame, FrameOf } from '../../../shared/protocol/index.ts';
import { createFrameOrder } from './frame-order.ts';
import type { Refusal } from './refusal.ts';

/** Which browser sent a frame, and its place in that browser's stream. */
export interface Sender {
  readonly clientId: string;
  readonly seq: number;
}

type FrameType = ExtensionBusinessFrame['type'];

export interface FrameHandler<Type extends FrameType> {
  /** Resolves when the frame is durable, with what of it was not taken. */
  take(frame: FrameOf<Type>, from: Sender): Promise<readonly Refusal[]>;
  /** It asks for its step after it has waited for something else: what the browser sends next waits behind it. */
  asksLater?(frame: FrameOf<Type>): boolean;
}

export type FrameHandlers = { readonly [Type in FrameType]?: FrameHandler<Type> };

export interface FrameTaker {
  /**
   * Takes one business frame. Steps are asked for in the order of the calls, so frames of one browser
   * keep theirs. Resolves when the frame is durable, with what of it was not taken; the caller acks after that.
   * `isWanted`: asked before it begins; of a browser that has gone nothing more is taken, for it sends it again.
   */
  record(
    clientId: string,
    frame: ExtensionBusinessFrame,
    isWanted: () => boolean,
  ): Promise<readonly Refusal[]>;
  /** Notes a frame that cannot be taken, so that its sender moves on. */
  skip(clientId: string, seq: number): Promise<void>;
}

/** @param skip Notes a frame as received. */
export function createFrameTaker(
  handlers: readonly FrameHandlers[],
  skip: (from: Sender) => Promise<unknown>,
): FrameTaker {
  const byType = new Map<string, FrameHandler<never>>();
  for (const [type, handler] of handlers.flatMap((some) => Object.entries(some))) {
    if (byType.has(type)) throw new Error(`Two features take ${type}.`);
    byType.set(type, handler as unknown as FrameHandler<never>);
  }
  const inOrder = createFrameOrder();

  function handlerOf({ type }: ExtensionBusinessFrame): FrameHandler<FrameType> {
    const handler = byType.get(type);
    if (handler === undefined) throw new Error(`No feature takes ${type}.`);
    return handler as unknown as FrameHandler<FrameType>;
  }

  return {
    async skip(clientId, seq) {
      await inOrder(clientId, 'at once', () => skip({ clientId, seq }));
    },
    record(clientId, frame, isWanted) {
      const handler = handlerOf(frame);
      const asking = handler.asksLater?.(frame) === true ? 'later' : 'at once';
      return inOrder(clientId, asking, () =>
        isWanted() ? handler.take(frame, { clientId, seq: frame.seq }) : Promise.resolve([]),
      );
    },
  };
}
