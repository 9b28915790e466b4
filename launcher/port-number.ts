import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Reads a port from a flag; 0 asks the system for a free one. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  }
  return port;
}
