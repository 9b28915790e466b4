import type { PagePart } from './resource-page.ts';
import { extract } from './extract.ts';
import { findInPage } from './find.ts';

/** Looks things up in the page: lines that fit, and what it says. */
export const textPart: PagePart = (reading) => async (request) => {
  switch (request.verb) {
    case 'find':
      return { ok: true, result: await reading.view.read(() => findInPage(reading, request.args)) };
    case 'extract': {
      const { within } = request.args;
      const { args } = request;
      const root = within === undefined ? null : reading.find({ ref: within });
      if (root !== null && !root.ok) return root;
      return {
        ok: true,
        result: await reading.view.read(() => extract(reading, root?.element ?? null, args)),
      };
    }
    default:
      return null;
  }
};
