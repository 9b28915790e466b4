import { js, PEOPLE, type Task, WORDS } from './task.ts';

const button = (name: string, right: boolean): string =>
  `<button onclick="done(${right})">${name}</button>`;

/** Links, tabs, lists, frames and what comes late. */
export const PAGE_TASKS: readonly Task[] = [
  {
    name: 'click-button',
    make(chance) {
      const all = chance.some(WORDS, 6);
      const wanted = chance.one(all);
      return {
        asks: `Press ${wanted}.`,
        body: all.map((word) => button(word, word === wanted)).join(' '),
        solve: ({ click }) => click('button', wanted),
      };
    },
  },
  {
    name: 'click-link',
    make(chance) {
      const all = chance.some(WORDS, 8);
      const wanted = chance.one(all);
      return {
        asks: `Follow ${wanted}.`,
        body: `<p>${all.map((word) => `Some words, and <a href="#${word}" onclick="done(${word === wanted})">${word}</a>`).join(', ')}.</p>`,
        solve: ({ click }) => click('link', wanted),
      };
    },
  },
  {
    name: 'click-tab',
    make(chance) {
      const tabs = chance.some(WORDS, 3);
      const wanted = chance.one(tabs);
      const panels = tabs.map(
        (word) => `<div role="tabpanel" hidden>${button('Take it', word === wanted)}</div>`,
      );
      return {
        asks: `In the tab ${wanted}, take it.`,
        body: `<div role="tablist">${tabs.map((word, at) => `<button role="tab" onclick="show(${at})">${word}</button>`).join('')}</div>${panels.join('')}
          <script>function show(at) { document.querySelectorAll('[role=tabpanel]').forEach((one, place) => { one.hidden = place !== at; }); }</script>`,
        async solve({ click, look }) {
          await click('tab', wanted);
          await look();
          await click('button', 'Take it');
        },
      };
    },
  },
  {
    name: 'close-dialog',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Close the dialog, then press ${word}.`,
        body: `<div role="dialog" aria-label="News" style="position:fixed;inset:0;background:#fff"><p>News</p><button onclick="this.parentNode.remove(); closed = true">Close</button></div>
          <button onclick="done(typeof closed !== 'undefined')">${word}</button>`,
        async solve({ click, look }) {
          await click('button', 'Close');
          await look();
          await click('button', word);
        },
      };
    },
  },
  {
    name: 'open-details',
    make(chance) {
      const [summary = '', word = ''] = chance.some(WORDS, 2);
      return {
        asks: `Open ${summary} and follow ${word}.`,
        body: `<button aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true'); this.nextElementSibling.hidden = false">${summary}</button>
          <p hidden><a href="#x" onclick="done(true)">${word}</a></p>`,
        async solve({ click, look }) {
          await click('button', summary);
          await look();
          await click('link', word);
        },
      };
    },
  },
  {
    name: 'scroll-to',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Press ${word}, far below.`,
        body: `<div style="height:${chance.int(2_000, 9_000)}px"></div>${button(word, true)}`,
        solve: ({ click }) => click('button', word),
      };
    },
  },
  {
    name: 'search',
    make(chance) {
      const [query = '', ...others] = chance.some(WORDS, 6);
      const place = chance.int(1, 5);
      return {
        asks: `Search for ${query} and follow result ${place}.`,
        body: `<label>Search <input></label><button onclick="find()">Go</button><ol></ol><script>
          const others = ${js(others)};
          function find() { const list = document.querySelector('ol'); list.textContent = '';
            if (document.querySelector('input').value !== ${js(query)}) return done(false);
            others.forEach((word, at) => { const link = Object.assign(document.createElement('a'), { href: '#r', textContent: 'Result ' + (at + 1) + ' ' + word });
              link.onclick = () => done(at + 1 === ${place}); const item = document.createElement('li'); item.append(link); list.append(item); }); }</script>`,
        async solve({ type, click, look }) {
          await type('textbox', 'Search', query);
          await click('button', 'Go');
          await look();
          await click('link', `Result ${place} ${others[place - 1] ?? ''}`);
        },
      };
    },
  },
  {
    name: 'mail',
    make(chance) {
      const senders = chance.some(PEOPLE, 6);
      const wanted = chance.one(senders);
      const act = chance.one(['Archive', 'Star']);
      return {
        asks: `${act} the mail of ${wanted}.`,
        body: `<ul>${senders
          .map((who) => {
            const acts = ['Star', 'Archive'].map((one) => {
              const right = one === act && who === wanted;
              return `<button aria-label="${one} ${who}" onclick="done(${right})">${one.slice(0, 1)}</button>`;
            });
            return `<li>${who}: a mail ${acts.join(' ')}</li>`;
          })
          .join('')}</ul>`,
        solve: ({ click }) => click('button', `${act} ${wanted}`),
      };
    },
  },
  {
    name: 'comes-late',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: 'Start, and press the button that comes.',
        body: `<button onclick="setTimeout(() => { document.querySelector('p').innerHTML = '<button onclick=done(true)>${word}</button>'; }, 300)">Start</button><p></p>`,
        async solve({ click, look }) {
          await click('button', 'Start');
          while (!(await look()).includes(word));
          await click('button', word);
        },
      };
    },
  },
  {
    name: 'shadow-root',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Press ${word}.`,
        body: `<x-box></x-box><script>const root = document.querySelector('x-box').attachShadow({ mode: 'open' });
          root.innerHTML = '<button>${word}</button>'; root.firstChild.onclick = () => done(true);</script>`,
        solve: ({ click }) => click('button', word),
      };
    },
  },
  {
    name: 'frame',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Press ${word} in the frame.`,
        body: `<iframe title="Inner" srcdoc="<button onclick='parent.done(true)'>${word}</button>"></iframe>`,
        solve: ({ click }) => click('button', word),
      };
    },
  },
  {
    name: 'menu',
    make(chance) {
      const [menu = '', wanted = '', other = ''] = chance.some(WORDS, 3);
      return {
        asks: `Point at ${menu} and choose ${wanted}.`,
        body: `<div onmouseenter="this.lastElementChild.hidden = false"><button>${menu}</button><span hidden>${button(other, false)}${button(wanted, true)}</span></div>`,
        async solve({ hover, look, click }) {
          await hover('button', menu);
          await look();
          await click('button', wanted);
        },
      };
    },
  },
];
