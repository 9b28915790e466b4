import { type Field, GROUPS, OTHERS } from '../screens/settings/fields.ts';
import { word } from '../words/word.ts';
import type { PaletteRow } from './palette-rows.ts';

/** Settings and their groups by their names. */
export function settingRows(route: (path: string) => void): readonly PaletteRow[] {
  const kind = word('place_settings');
  const groups = [...GROUPS, ...OTHERS].map(({ id, says }) => ({
    id: `settings ${id}`,
    text: word(says),
    kind,
    run: () => route(`/settings/${id}`),
  }));
  const fields = GROUPS.flatMap(({ id, says, fields: of }) =>
    of.map((field: Field) => ({
      id: `setting ${field.keys.join('.')}`,
      text: word(field.says),
      hint: word(says),
      kind,
      run: () => route(`/settings/${id}`),
    })),
  );
  return [...groups, ...fields];
}
