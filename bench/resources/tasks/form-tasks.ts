import { js, PEOPLE, type Task, WORDS } from './task.ts';

const submit = (right: string): string => `onsubmit="event.preventDefault(); done(${right})"`;

/** Fields, boxes and lists. */
export const FORM_TASKS: readonly Task[] = [
  {
    name: 'enter-text',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Enter "${word}" and submit.`,
        body: `<form ${submit(`this.t.value === '${word}'`)}><label>Text <input name="t"></label><button>Submit</button></form>`,
        async solve({ type, click }) {
          await type('textbox', 'Text', word);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'replace-text',
    make(chance) {
      const [old = '', word = ''] = chance.some(WORDS, 2);
      return {
        asks: `Replace the text by "${word}" and submit.`,
        body: `<form ${submit(`this.t.value === '${word}'`)}><label>Text <textarea name="t">${old}</textarea></label><button>Submit</button></form>`,
        async solve({ type, click }) {
          await type('textbox', 'Text', word);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'enter-date',
    make(chance) {
      const day = `2026-0${chance.int(1, 9)}-1${chance.int(0, 9)}`;
      return {
        asks: `Enter ${day} and submit.`,
        body: `<form ${submit(`this.d.value === '${day}'`)}><label>Day <input name="d" placeholder="year-month-day"></label><button>Submit</button></form>`,
        async solve({ type, click }) {
          await type('textbox', 'Day', day);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'click-checkboxes',
    make(chance) {
      const all = chance.some(WORDS, 7);
      const wanted = chance.some(all, chance.int(1, 5));
      const boxes = all.map(
        (word) => `<p><label><input type="checkbox" value="${word}"> ${word}</label></p>`,
      );
      const right = `[...this.querySelectorAll(':checked')].map((b) => b.value).sort().join() === '${wanted.toSorted().join()}'`;
      return {
        asks: `Check ${wanted.join(', ')} and submit.`,
        body: `<form ${submit(right)}>${boxes.join('')}<button>Submit</button></form>`,
        async solve({ click }) {
          for (const word of wanted) await click('checkbox', word);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'click-radio',
    make(chance) {
      const all = chance.some(WORDS, 6);
      const wanted = chance.one(all);
      const radios = all.map(
        (word) => `<p><label><input type="radio" name="r" value="${word}"> ${word}</label></p>`,
      );
      return {
        asks: `Choose ${wanted} and submit.`,
        body: `<form ${submit(`this.r.value === '${wanted}'`)}>${radios.join('')}<button>Submit</button></form>`,
        async solve({ click }) {
          await click('radio', wanted);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'choose-list',
    make(chance) {
      const all = chance.some(WORDS, 12);
      const wanted = chance.one(all);
      return {
        asks: `Choose ${wanted} in the list and submit.`,
        body: `<form ${submit(`this.s.value === '${wanted}'`)}><label>List <select name="s">${all.map((word) => `<option>${word}</option>`).join('')}</select></label><button>Submit</button></form>`,
        async solve({ select, click }) {
          await select('combobox', 'List', wanted);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'whole-form',
    make(chance) {
      const [name = '', city = ''] = chance.some([...PEOPLE, ...WORDS], 2);
      const plan = chance.one(['Free', 'Pro', 'Team']);
      const right = `[this.n.value, this.c.value, this.p.value, this.a.checked].join() === '${name},${city},${plan},true'`;
      return {
        asks: `Sign up as ${name} of ${city} with the plan ${plan}, agree, and send.`,
        body: `<form ${submit(right)}><label>Name <input name="n"></label><label>City <input name="c"></label>
          <label>Plan <select name="p"><option>Free<option>Pro<option>Team</select></label>
          <label><input type="checkbox" name="a"> I agree</label><button>Send</button></form>`,
        async solve({ type, select, click }) {
          await type('textbox', 'Name', name);
          await type('textbox', 'City', city);
          await select('combobox', 'Plan', plan);
          await click('checkbox', 'I agree');
          await click('button', 'Send');
        },
      };
    },
  },
  {
    name: 'autocomplete',
    make(chance) {
      const wanted = chance.one(WORDS);
      return {
        asks: `Type the first two letters of ${wanted} and choose it.`,
        body: `<label>Word <input oninput="suggest(this.value)"></label><ul role="listbox" aria-label="Words"></ul><script>
          const words = ${js(WORDS)};
          function suggest(text) { const list = document.querySelector('ul'); list.textContent = '';
            if (text.length < 2) return;
            for (const word of words.filter((one) => one.toLowerCase().startsWith(text.toLowerCase()))) {
              const item = Object.assign(document.createElement('li'), { textContent: word });
              item.setAttribute('role', 'option'); item.onclick = () => done(word === ${js(wanted)}); list.append(item); } }</script>`,
        async solve({ type, look, click }) {
          await type('textbox', 'Word', wanted.slice(0, 2));
          await look();
          await click('option', wanted);
        },
      };
    },
  },
  {
    name: 'press-enter',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Type ${word} and press Enter.`,
        body: `<label>Text <input onkeydown="if (event.key === 'Enter') done(this.value === '${word}')"></label>`,
        async solve({ type, press }) {
          await type('textbox', 'Text', word);
          await press('Enter');
        },
      };
    },
  },
  {
    name: 'add-numbers',
    make(chance) {
      const [a, b] = [chance.int(1, 99), chance.int(1, 99)];
      return {
        asks: 'Enter the sum and submit.',
        body: `<p>${a} + ${b} =</p><form ${submit(`this.t.value === '${a + b}'`)}><label>Sum <input name="t"></label><button>Submit</button></form>`,
        async solve({ look, type, click }) {
          const [, one, other] = /(\d+) \+ (\d+) =/.exec(await look()) ?? [];
          await type('textbox', 'Sum', String(Number(one) + Number(other)));
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'copy-from-table',
    make(chance) {
      const rows = chance.some(PEOPLE, 8).map((name) => [name, chance.int(1_000, 9_999)] as const);
      const [name, number] = chance.one(rows);
      return {
        asks: `Enter the number of ${name} and submit.`,
        body: `<table><tr><th>Name</th><th>Number</th></tr>${rows.map(([who, its]) => `<tr><td>${who}</td><td>${who}-${its}</td></tr>`).join('')}</table>
          <form ${submit(`this.t.value === '${name}-${number}'`)}><label>Number <input name="t"></label><button>Submit</button></form>`,
        async solve({ look, type, click }) {
          const [found = ''] = new RegExp(`${name}-\\d{4}`).exec(await look()) ?? [];
          await type('textbox', 'Number', found);
          await click('button', 'Submit');
        },
      };
    },
  },
  {
    name: 'controlled-field',
    make(chance) {
      const word = chance.one(WORDS);
      return {
        asks: `Enter ${word} and submit.`,
        body: `<label>Text <input></label><button>Submit</button><script>
          const field = document.querySelector('input'), own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
          let state = '', tracked = '';
          Object.defineProperty(field, 'value', { get: () => own.get.call(field), set: (v) => { tracked = v; own.set.call(field, v); } });
          field.addEventListener('input', () => { if (field.value !== tracked) state = tracked = field.value;
            queueMicrotask(() => { if (field.value !== state) field.value = state; }); });
          document.querySelector('button').onclick = () => done(state === ${js(word)});</script>`,
        async solve({ type, click }) {
          await type('textbox', 'Text', word);
          await click('button', 'Submit');
        },
      };
    },
  },
];
