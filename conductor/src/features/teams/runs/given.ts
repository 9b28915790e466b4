import { fromOutside } from '../../../engine/given.ts';
import type { AcpPrograms } from './programs/acp-port.ts';
import type { Sealer } from './sealed.ts';

export const ACP_PROGRAMS = fromOutside<AcpPrograms>('acpPrograms');
/** Seals with the keys of the data folder. */
export const SEALER = fromOutside<Sealer>('sealer');
