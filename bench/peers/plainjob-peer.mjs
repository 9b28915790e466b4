// plainjob on SQLite, in a process of its own in the folder where it was installed. Takes orders over IPC, answers
// each once. Its settings are its own: WAL with synchronous=NORMAL, jobs one after the other.
import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';

const quiet = { error: console.error, warn() {}, info() {}, debug() {} };
const connection = better(new Database('plainjob.db'));
const queue = defineQueue({ connection, logger: quiet });

/** As many jobs are under way as `inFlight` says; each one that completes brings the next. */
async function cycle({ jobs, inFlight, text }) {
  const startedAt = performance.now();
  let added = 0;
  let completed = 0;
  const add = () => {
    if (added === jobs) return;
    added += 1;
    queue.add('job', { text });
  };
  for (let lane = 0; lane < inFlight; lane += 1) add();
  await new Promise((resolve) => {
    const worker = defineWorker('job', async () => undefined, {
      queue,
      logger: quiet,
      onCompleted: () => {
        completed += 1;
        add();
        if (completed === jobs) worker.stop().then(resolve);
      },
    });
    worker.start();
  });
  return { elapsedMs: performance.now() - startedAt };
}

const work = { cycle };
process.on(
  'message',
  ({ order, ...rest }) => void work[order](rest).then((done) => process.send(done)),
);
process.on('disconnect', () => process.exit(0));
process.send('ready');
