// What the first screen draws after itself, in one file.
export { FirstSteps } from './first-steps.tsx';
export { Spark } from './spark.tsx';
