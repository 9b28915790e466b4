import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { useMay } from '../../store/may.ts';
import { word } from '../../words/word.ts';
import { followPictures, type Following, type Shown } from './follow-pictures.ts';
import { inputOf, pointIn } from './preview-input.ts';

interface PreviewProps {
  /** A page of a worker's browser. */
  readonly resourceId: string;
}

/** A page of a worker's browser as it looks now; whoever may do everything can act in it once they say so. */
export function Preview({ resourceId }: PreviewProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const following = useRef<Following | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isAway, setAway] = useState(false);
  const [acts, setActs] = useState(false);
  const may = useMay('full');

  useEffect(() => {
    const place = canvas.current;
    if (place === null) return undefined;
    setAway(false);
    const own = followPictures(resourceId, place, { meta: setShown, over: () => setAway(true) });
    following.current = own;
    return () => own.end();
  }, [resourceId]);

  function send(event: Event): void {
    const place = canvas.current;
    const input = acts && place !== null ? inputOf(event, (at) => pointIn(place, at)) : null;
    if (input === null) return;
    event.preventDefault();
    following.current?.input(input);
  }

  return (
    <figure class="preview">
      <figcaption class="small soft">
        {isAway ? word('preview_away') : (shown?.title ?? word('preview_waits'))}
      </figcaption>
      <canvas
        ref={canvas}
        tabIndex={acts ? 0 : -1}
        role="img"
        aria-label={word('preview_of', shown?.title ?? resourceId)}
        width={shown?.w ?? 1}
        height={shown?.h ?? 1}
        onPointerDown={(event) => {
          if (acts) canvas.current?.focus();
          send(event);
        }}
        onPointerUp={send}
        onPointerMove={send}
        onWheel={send}
        onKeyDown={send}
        onKeyUp={send}
      />
      {may && (
        <label>
          <input
            type="checkbox"
            checked={acts}
            onChange={(event) => setActs(event.currentTarget.checked)}
          />
          {word('preview_act')}
        </label>
      )}
    </figure>
  );
}
