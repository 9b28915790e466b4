import type { ApiError } from '../../../../../shared/api/operation.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { unknown } from '../../../engine/not-found.ts';
import { MAX_SHOWN_INPUTS } from './queries.ts';
import { reportMarkdown, reportOf } from './report.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { RunView } from './views.ts';
import { type TextWriter, withSection } from './write-texts.ts';
import * as runs from './queries.ts';

/** Handles what people ask of the reports of runs. */
export function createReportHandlers(
  { read, now }: Pick<Kit, 'read' | 'now'>,
  deps: {
    readonly texts: RunTextsOf;
    readonly writer: TextWriter;
    readonly deepLink: (runId: string) => string | null;
    readonly shown: (runId: string) => Promise<Result<RunView, ApiError>>;
  },
): Pick<HandlersOf<typeof runsOperations>, 'editRunReport' | 'exportRunReport'> {
  const { texts, writer, deepLink, shown } = deps;
  return {
    async editRunReport({ params: { id }, body: { section, text } }, { via }) {
      const by = { now: now(), actor: 'person', detail: { via, section } } as const;
      const written = await writer.run(id, by, (before) =>
        withSection(before, { section, text, by: 'person', mode: 'replace', writtenBy: null }),
      );
      return written.ok ? shown(id) : err(written.error);
    },

    async exportRunReport({ params: { id } }) {
      const { state, inputs } = await read.snapshot({
        state: runs.runState({ runId: id }),
        inputs: runs.runInputs({ runId: id, limit: MAX_SHOWN_INPUTS }),
      });
      if (state === null) return err(unknown('run', id, 'params.id'));
      const { runId, status, endedAt } = state.run;
      const sections = reportOf(state, inputs, texts, deepLink(id));
      return ok({
        markdown: reportMarkdown(sections),
        run_id: runId,
        status,
        ended_at: endedAt,
        sections: sections.map(({ draft: _unsaid, ...section }) => section),
      });
    },
  };
}
