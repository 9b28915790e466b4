import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { useMay } from '../../store/may.ts';
import { NewRun } from './new-run.tsx';
import { RunBoard } from './run-board.tsx';
import { RunList } from './run-list.tsx';
import './runs.css';

/** Goals that a team of chats works on: all of them, a new one, or the board of one. */
export function Runs(): VNode {
  const { id } = useRoute().params;
  const { write } = useLocation().query;
  const mayStart = useMay('full');
  if (id !== undefined) return <RunBoard key={id} id={id} />;
  return write !== undefined && mayStart ? <NewRun team={write} /> : <RunList />;
}
