import type { ResourceRequest } from '../../../extension/messages/resource-messages.ts';
import { actsPart } from '../../../extension/content-resource/acts-part.ts';
import { startResourcePage } from '../../../extension/content-resource/resource-page.ts';
import { shadowRootsBy } from '../../../extension/content/compose/shadow-roots.ts';
import { textPart } from '../../../extension/content-resource/text-part.ts';

/** The script that the extension brings into a tab, and a line to it that the test's own page may use. */
const page = startResourcePage(
  shadowRootsBy((globalThis as { chrome?: Parameters<typeof shadowRootsBy>[0] }).chrome),
);
page.learn('text', textPart);
page.learn('acts', actsPart);

interface Ask {
  readonly labAsk?: ResourceRequest | 'path';
  readonly id?: number;
}

window.addEventListener('message', ({ data }: MessageEvent<Ask | null>) => {
  const { labAsk, id } = data ?? {};
  if (labAsk === undefined) return;
  const answer = (it: unknown): void =>
    window.postMessage({ labAnswer: JSON.stringify(it), id }, '*');
  if (labAsk === 'path') answer(page.path());
  else void page.run(labAsk).then(answer, (error: unknown) => answer({ threw: String(error) }));
});
