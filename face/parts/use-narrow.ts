import { useEffect, useState } from 'preact/hooks';

/** As in the style sheets: below it the rail is a bar at the bottom. */
const NARROW = '(max-width: 720px)';

/** Is there little room, as on a phone? */
export function useNarrow(): boolean {
  const [media] = useState(() => matchMedia(NARROW));
  const [isNarrow, set] = useState(media.matches);
  useEffect(() => {
    const change = (): void => set(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, [media]);
  return isNarrow;
}
