// BullMQ, in a process of its own in the folder where it was installed. Takes orders over IPC, answers each once.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const connect = () => new Redis(process.env.REDIS_SOCKET, { maxRetriesPerRequest: null });
const queue = new Queue('bench', { connection: connect() });
let onStarted = () => undefined;
let onCompleted = () => undefined;
const worker = new Worker('bench', async () => onStarted(), {
  connection: connect(),
  concurrency: 64,
});
worker.on('completed', () => onCompleted());
await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);

const data = (text) => ({ text });

/** As many jobs are under way as `inFlight` says; each one that completes brings the next. */
async function cycle({ jobs, inFlight, text }) {
  const startedAt = performance.now();
  let added = 0;
  let completed = 0;
  await new Promise((resolve, reject) => {
    const add = () => {
      if (added === jobs) return;
      added += 1;
      queue.add('job', data(text)).catch(reject);
    };
    onCompleted = () => {
      completed += 1;
      if (completed === jobs) resolve();
      else add();
    };
    for (let lane = 0; lane < inFlight; lane += 1) add();
  });
  onCompleted = () => undefined;
  return { elapsedMs: performance.now() - startedAt };
}

/** One job at a time, from its add to the moment its processor begins. */
async function reaction({ jobs, text }) {
  const tookMs = [];
  for (let job = 0; job < jobs; job += 1) {
    const completed = new Promise((resolve) => (onCompleted = resolve));
    const started = new Promise((resolve) => (onStarted = () => resolve(performance.now())));
    const addedAt = performance.now();
    await queue.add('job', data(text));
    tookMs.push((await started) - addedAt);
    await completed;
  }
  onStarted = onCompleted = () => undefined;
  return { tookMs };
}

const work = { cycle, reaction };
process.on(
  'message',
  ({ order, ...rest }) => void work[order](rest).then((done) => process.send(done)),
);
process.on('disconnect', () => process.exit(0));
process.send('ready');
