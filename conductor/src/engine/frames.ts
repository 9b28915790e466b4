import type { ExtensionBusinessFrame, FrameOf } from '../../../shared/protocol/index.ts';
import { createFrameOrder } from './frame-order.ts';
import type { Refusal } from './refusal.ts';

/** Which browser sent a frame, and its place in that browser's stream. */
export interface Sender {
  readonly clientId: string;
  readonly seq: number;
}

type Frames = { readonly [Type in ExtensionBusinessFrame['type']]: FrameOf<Type> };
type FrameType = keyof Frames;

/** How a feature takes one type of frame. */
export interface FrameHandler<Type extends FrameType> {
  /** Resolves when the frame is durable, with the parts that were refused. */
  take(frame: Frames[Type], from: Sender): Promise<readonly Refusal[]>;
  /** True if the handler awaits something before it runs its step: later frames of the browser then wait for it. */
  asksLater?(frame: Frames[Type]): boolean;
}

/** The frames that a feature takes. Only one feature takes a type. */
export type FrameHandlers = { readonly [Type in FrameType]?: FrameHandler<Type> };

/** Gives each frame of a browser to the feature that takes its type. */
export interface FrameTaker {
  /**
   * Takes one business frame. Steps run in the order of the calls, so frames of one browser keep their order. Resolves
   * when the frame is durable, with the parts that were refused; the caller acks after that. `isWanted` is asked before
   * the frame begins: nothing more is taken from a browser that has gone, because it sends it again.
   */
  record(
    clientId: string,
    frame: ExtensionBusinessFrame,
    isWanted: () => boolean,
  ): Promise<readonly Refusal[]>;
  /** Stores that a frame was received which cannot be taken, so that its sender does not send it again. */
  skip(clientId: string, seq: number): Promise<void>;
}

/** @param skip Stores that a frame was received. */
export function createFrameTaker(
  handlers: readonly FrameHandlers[],
  skip: (from: Sender) => Promise<unknown>,
): FrameTaker {
  const types = handlers.flatMap((some) => Object.keys(some));
  const twice = types.find((type, place) => types.indexOf(type) !== place);
  if (twice !== undefined) throw new Error(`Two features take ${twice}.`);
  const byType: FrameHandlers = Object.assign({}, ...handlers);
  const inOrder = createFrameOrder();

  function record<Type extends FrameType>(
    type: Type,
    frame: Frames[Type],
    from: Sender,
    isWanted: () => boolean,
  ): Promise<readonly Refusal[]> {
    const handler = byType[type];
    if (handler === undefined) throw new Error(`No feature takes ${type}.`);
    const asking = handler.asksLater?.(frame) === true ? 'later' : 'at once';
    return inOrder(
      from.clientId,
      asking,
      () => (isWanted() ? handler.take(frame, from) : Promise.resolve([])), // guard: gone-frames
    );
  }

  return {
    async skip(clientId, seq) {
      await inOrder(clientId, 'at once', () => skip({ clientId, seq }));
    },
    record: (clientId, frame, isWanted) =>
      record(frame.type, frame, { clientId, seq: frame.seq }, isWanted),
  };
}
