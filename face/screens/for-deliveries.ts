// Screens that come as one file: each in a file of its own, they weigh a tenth more.
export { Artifacts } from './artifacts/artifacts.tsx';
export { Browsers } from './browsers/browsers.tsx';
export { Jobs } from './jobs/jobs.tsx';
export { Numbers } from './numbers/numbers.tsx';
