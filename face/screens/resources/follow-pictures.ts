import { readPicture } from '../../../shared/lib/picture-frame.ts';
import { downloadAddress } from '../../api/page-token.ts';

/** Facts about a picture; `w` and `h` in its pixels. */
export interface Shown {
  readonly w: number;
  readonly h: number;
  readonly url: string;
  readonly title: string;
}

export interface Following {
  /** Sends the person's input in the picture, as `/v1/resources/:id/preview` takes it. */
  input(input: object): void;
  end(): void;
}

/** Draws the pictures of a page as they come; the next is asked for when one is drawn. */
export function followPictures(
  resourceId: string,
  canvas: HTMLCanvasElement,
  told: { readonly meta: (shown: Shown) => void; readonly over: () => void },
): Following {
  const path = downloadAddress(`/v1/resources/${encodeURIComponent(resourceId)}/preview`);
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  let isEnded = false;

  async function draw(frame: Uint8Array): Promise<void> {
    const picture = readPicture(frame);
    if (picture === null) return;
    const jpeg = new Blob([new Uint8Array(picture.jpeg)], { type: 'image/jpeg' });
    const bitmap = await createImageBitmap(jpeg);
    if (!isEnded) canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    say({ ack: picture.seq });
  }

  function say(said: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said));
  }

  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
    if (typeof data === 'string') told.meta(JSON.parse(data) as Shown);
    // One that cannot be drawn is passed over: the next may.
    else void draw(new Uint8Array(data)).catch(() => undefined);
  });
  socket.addEventListener('close', () => {
    if (!isEnded) told.over();
  });

  return {
    input: (input) => say({ input }),
    end() {
      isEnded = true;
      socket.close();
    },
  };
}
