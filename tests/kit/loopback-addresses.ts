import { networkInterfaces } from 'node:os';

/** The addresses that this machine calls itself by: some containers have no `::1`. */
export const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'].filter((address) =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address)),
);
