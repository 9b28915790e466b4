import { word } from '../i18n/words.ts';
import { drawPage } from '../ui/draw-page.tsx';
import { SendPage } from './send-page.tsx';

/** Draws the page on which a person reads a marked text over. */
export function startSendPage(): void {
  const textId = Number(new URLSearchParams(location.search).get('text')) || 0;
  drawPage(<SendPage textId={textId} />, word('send_title'));
}
