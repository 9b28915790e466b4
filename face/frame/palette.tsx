import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { Dialog } from '../parts/dialog.tsx';
import { Visible } from '../../look/visible.tsx';
import { focusedActions } from '../parts/row-actions.tsx';
import { useMay } from '../store/may.ts';
import { useToast, useWorld } from '../store/world.ts';
import { word } from '../words/word.ts';
import { commandRows } from './palette-commands.ts';
import { findRows } from './palette-finds.ts';
import { MOST_ROWS, type PaletteRow, rankRows, wishOf } from './palette-rows.ts';
import { HELP, type Page, PLACES } from './places.ts';
import { settingRows } from './setting-rows.ts';
import './palette.css';

/** Typing goes on for so long until the conductor is asked. */
const ASK_AFTER_MS = 120;

/** Everything by its name, and what can be done from anywhere. A combobox as ARIA 1.2 has it. */
export function Palette({ onClose }: { readonly onClose: () => void }): VNode {
  const world = useWorld();
  const { route } = useLocation();
  const toast = useToast();
  const [typed, type] = useState('');
  const [found, setFound] = useState<readonly PaletteRow[]>([]);
  const [at, setAt] = useState(0);
  const wish = wishOf(typed);

  useLayoutEffect(() => {
    const drawn = requestAnimationFrame(() => {
      if (performance.getEntriesByName('baton:palette-key').length === 0) return;
      performance.measure('baton:palette', 'baton:palette-key');
      performance.clearMarks('baton:palette-key');
    });
    return () => cancelAnimationFrame(drawn);
  }, []);

  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      void findRows(world.ask, route, wish, gone.signal).then((rows) => {
        if (!gone.signal.aborted) setFound(rows);
      });
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [typed]);

  const may = { answer: useMay('answer'), all: useMay('full') };
  const commands = commandRows({ world, may, route, toast });
  const placeRow = ({ path, says }: Page, hint?: string): PaletteRow => ({
    id: `place ${path}`,
    text: word(says),
    kind: word('palette_screen'),
    run: () => route(path),
    ...(hint !== undefined && { hint }),
  });
  const places = [...PLACES.map((one) => placeRow(one, `g ${one.key}`)), placeRow(HELP)];

  const settings = settingRows(route);

  // Of the row that had the focus before the palette took it.
  const ofRow = focusedActions.value.map(({ keys, says, run }): PaletteRow => ({
    id: `row ${keys}`,
    text: word(says),
    kind: word('palette_row'),
    hint: keys,
    run,
  }));

  const rows = ((): readonly PaletteRow[] => {
    if (wish.kind === 'words') return found.slice(0, MOST_ROWS);
    if (wish.kind === 'event') {
      const { id } = wish;
      if (id === null) return [];
      const text = word('palette_event', id);
      return [
        { id: 'event', text, kind: word('place_trail'), run: () => route(`/trail?event=${id}`) },
      ];
    }
    if (wish.kind === 'command') return rankRows(commands, wish.text);
    return rankRows(
      wish.text === ''
        ? [...ofRow, ...places, ...found]
        : [...ofRow, ...places, ...found, ...settings, ...commands],
      wish.text,
    );
  })();
  const active = rows[Math.min(at, rows.length - 1)];

  function take(row: PaletteRow | undefined): void {
    if (row === undefined) return;
    onClose();
    row.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined)
      setAt((Math.min(at, rows.length - 1) + step + rows.length) % rows.length);
    else if (event.key === 'Enter' && !event.isComposing) take(active);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title={word('palette')} onClose={onClose} wide bare>
      <input
        autoFocus
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls="palette-rows"
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        aria-label={word('palette')}
        placeholder={word('palette_how')}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          type(value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-rows" class="palette" role="listbox" aria-label={word('palette')}>
        {rows.map((row) => (
          <li
            key={row.id}
            id={optionId(row)}
            role="option"
            aria-selected={row === active}
            ref={(element) => {
              if (row === active) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => take(row)}
          >
            <span class="grow">
              <Visible text={row.text} />
            </span>
            {row.hint !== undefined && (
              <span class="soft small">
                <Visible text={row.hint} />
              </span>
            )}
            <span class="soft small">{row.kind}</span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && (
        <p class="soft" role="status">
          {word(wish.kind === 'event' ? 'palette_event_how' : 'palette_nothing')}
        </p>
      )}
    </Dialog>
  );
}

function optionId({ id }: PaletteRow): string {
  return `palette ${id}`.replaceAll(/[^\w-]/g, '-');
}
