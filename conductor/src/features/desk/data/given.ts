import { fromOutside } from '../../../engine/given.ts';
import type { DataPort } from './data-port.ts';

export const DATA_PORT = fromOutside<DataPort>('dataPort');
