import type { VNode } from 'preact';

import { visibleText } from '../../shared/lib/visible-text.ts';
import { word } from '../i18n/words.ts';
import type { WaitingApproval, Work } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';

interface SubjectLinesProps {
  readonly subject: NonNullable<WaitingApproval['subject']>;
  readonly work: Work;
}

/** Shows the subject of a call: the site, the element, and the tab where this browser has it. */
export function SubjectLines({ subject, work }: SubjectLinesProps): VNode {
  const ask = useAsk();
  const { origin, element, resource_id } = subject;
  const isHere = work.tabs.some((tab) => tab.resource_id === resource_id);
  return (
    <>
      {origin !== null && <p data-subject="site">{word('subject_site', visibleText(origin))}</p>}
      {element !== null && (
        <p data-subject="element">{word('subject_element', visibleText(element))}</p>
      )}
      {isHere && resource_id !== null && (
        <button
          type="button"
          class="plain"
          data-do="show"
          onClick={() => void ask({ kind: 'popup.show_tab', resource_id }).catch(reportError)}
        >
          {word('subject_show')}
        </button>
      )}
    </>
  );
}
