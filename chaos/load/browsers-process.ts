import { makeHour } from '../schedule/make-hour.ts';
import { WorldClock } from '../world/world-clock.ts';
import { type BrowsersNews, BrowsersOrder } from './browsers-orders.ts';
import { LoadBrowser } from './load-browser.ts';

// Some browsers of the load, in a process of its own: they would wait for each other's work otherwise, and not for the
// conductor's.

const browsers: LoadBrowser[] = [];

async function open(order: Extract<BrowsersOrder, { order: 'open' }>): Promise<void> {
  const hour = makeHour(order.seed, order.size);
  const clock = new WorldClock(order.speed);
  for (const { at, token } of order.browsers) {
    const plan = hour[at];
    if (plan === undefined) throw new Error(`The hour has no browser ${at}.`);
    const disk = { token, lastReceivedSeq: 0, lastSentSeq: 0, outbox: [] };
    const browser = new LoadBrowser(order.url, disk, plan, clock);
    await browser.open();
    browsers.push(browser);
  }
}

function tell(news: BrowsersNews): void {
  process.send?.(news);
}

process.on('message', (message) => {
  const order = BrowsersOrder.parse(message);
  switch (order.order) {
    case 'open':
      return void open(order).then(() => tell({ news: 'opened' }));
    case 'play':
      return void Promise.all(browsers.map((browser) => browser.play())).then(() =>
        tell({ news: 'ended' }),
      );
    case 'tell':
      return tell({ news: 'told', browsers: browsers.map((browser) => browser.end()) });
  }
});
process.on('disconnect', () => process.exit());
