// What the processes of all loop peers do alike: a run of so many steps, and many at once that may be killed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A step had its effect. */
export function note(file, text) {
  appendFileSync(file, `${text}\n`);
  return text;
}

/**
 * @param run Runs one to its end, and gives how many bytes it left on disk.
 * @param goOn Takes up a run that was killed, if anything is left of it. False: nothing is, or it came to no end.
 */
export function answerOrders({ run, begin, goOn }) {
  async function loop(order) {
    const { user, system } = process.cpuUsage();
    const startedAt = performance.now();
    const bytes = await run(order);
    const ms = performance.now() - startedAt;
    const taken = process.cpuUsage();
    return { ms, cpuMs: (taken.user + taken.system - user - system) / 1_000, bytes };
  }

  async function runAll({ runs, isAgain, ...order }) {
    const ends = `${order.effects}.ends`;
    const ended = existsSync(ends) ? readFileSync(ends, 'utf8').split('\n') : [];
    let lost = 0;
    const one = async (run) => {
      const asked = { ...order, run };
      if (!isAgain || !(await goOn(asked))) {
        if (isAgain) lost += 1;
        await begin({ ...asked, isAgain });
      }
      appendFileSync(ends, `${run}\n`);
    };
    await Promise.all(runs.filter((run) => !ended.includes(run)).map(one));
    return { lost };
  }
  process.on('message', (order) => {
    const done = order.runs === undefined ? loop(order) : runAll(order);
    void done.then((answer) => process.send(answer));
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
