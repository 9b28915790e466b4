import type { ResourceAsk } from '../../../extension/messages/resource-messages.ts';
import { maskFont } from './mask-font.ts';

export const CANARY = 'hunter7canary';

/** One way by which the value of a secret field could reach an assistant. */
export interface SecretCase {
  readonly way: string;
  /** true: `npm test` takes it too. */
  readonly isSampled?: true;
  readonly html: string;
  /** Values that may stand in no answer, however spaced or written; the canary unless given. */
  readonly values?: readonly string[];
  /** Run in the page after it was read once. */
  readonly after?: string;
  /** Text that a person types into the page's first field after that. */
  readonly typed?: string;
  /** Asked beside what every case asks. */
  readonly ask?: ResourceAsk;
}

const field = (attributes: string): string => `<input value="${CANARY}" ${attributes}>`;
const labelled = (label: string): string => `<label>${label} ${field('')}</label>`;
const PASSWORD = `<input type="password" aria-label="Field" value="${CANARY}">`;
const CARD = '4111111111111111';
const BOXES = ['8', '3', '9', '2', '0', '5'].map(
  (digit) => `<input maxlength="1" size="1" value="${digit}">`,
);
const FONT = `<style>@font-face{font-family:Dots;src:url(data:font/ttf;base64,${maskFont()})}</style>`;
const SHOW = `document.body.insertAdjacentHTML('beforeend', '<p>Yours: ${CANARY}</p>')`;

const LABELS: Readonly<Record<string, string>> = {
  English: 'Your new password',
  German: 'Kennwort wiederholen',
  French: 'Mot de passe',
  Spanish: 'Contraseña',
  Portuguese: 'Senha',
  Italian: 'Codice di sicurezza',
  Dutch: 'Wachtwoord',
  Swedish: 'Lösenord',
  Danish: 'Adgangskode',
  Norwegian: 'Passord',
  Finnish: 'Salasana',
  Polish: 'Hasło',
  Czech: 'Heslo',
  Hungarian: 'Jelszó',
  Romanian: 'Parolă',
  Croatian: 'Lozinka',
  Turkish: 'Şifre',
  Russian: 'Введите пароль',
  Ukrainian: 'Пароль',
  Greek: 'Κωδικός πρόσβασης',
  Hebrew: 'סיסמה',
  Arabic: 'كلمة المرور',
  Persian: 'رمز عبور',
  Hindi: 'पासवर्ड',
  Bengali: 'পাসওয়ার্ড',
  Thai: 'รหัสผ่าน',
  Vietnamese: 'Mật khẩu',
  Indonesian: 'Kata sandi',
  Chinese: '请输入密码',
  Japanese: 'パスワード',
  Korean: '비밀번호',
};

export const SECRET_CASES: readonly SecretCase[] = [
  {
    way: 'drawn as dots by its style',
    isSampled: true,
    html: field('aria-label="Field" style="-webkit-text-security:disc"'),
  },
  {
    way: 'drawn as dots by the style of its form',
    html: `<form style="-webkit-text-security:circle">${field('aria-label="Field"')}</form>`,
  },
  {
    way: 'drawn as dots by a font',
    isSampled: true,
    html: `${FONT}${field('aria-label="Field" style="font-family:Dots"')}`,
  },
  {
    way: 'drawn without colour below dots of the page',
    html: `<div>•••• ${field('aria-label="Field" style="color:transparent"')}</div>`,
  },
  { way: 'drawn blurred', html: field('aria-label="Field" style="filter:blur(6px)"') },
  {
    way: 'a text that is drawn as dots',
    html: `<p>Key: <span style="-webkit-text-security:disc">${CANARY}</span></p>`,
  },
  {
    way: 'a text that is drawn as dots by a font',
    html: `${FONT}<p>Key: <span style="font-family:Dots">${CANARY}</span></p>`,
  },
  {
    way: 'labelled in 31 languages',
    isSampled: true,
    html: Object.entries(LABELS)
      .map(([language, label]) => `<label>${label} <input value="${language}-canary"></label>`)
      .join(''),
    values: ['-canary'],
  },
  { way: 'named by its placeholder', html: field('placeholder="Password"') },
  { way: 'named by aria-label', html: field('aria-label="Security code"') },
  {
    way: 'named by another element',
    html: `<b id="x">Card number</b>${field('aria-labelledby="x"')}`,
  },
  {
    way: 'described as one',
    html: `${field('aria-label="Field" aria-describedby="x"')}<i id="x">Your PIN</i>`,
  },
  { way: 'named by its title', html: field('title="CVV"') },
  { way: 'labelled as a code', html: labelled('Enter code') },
  {
    way: 'labelled as a recovery phrase',
    html: `<label>Recovery phrase <textarea>${CANARY}</textarea></label>`,
  },
  { way: 'a joined name', html: field('aria-label="Field" name="userpassword"') },
  { way: 'a joined id', html: field('aria-label="Field" id="cardnumber"') },
  { way: 'a joined short word', html: field('aria-label="Field" name="mypin"') },
  { way: 'a joined one-time code', html: field('aria-label="Field" id="loginotp"') },
  { way: 'a name in another language', html: field('aria-label="Field" name="motdepasse"') },
  { way: 'a name in capitals', html: field('aria-label="Field" name="USER_PASSWD1"') },
  {
    way: 'shown before the script began, beside the button that hides it',
    html: `<div>${field('aria-label="Field"')}<button aria-label="Hide password">x</button></div>`,
  },
  {
    way: 'below a text that names it',
    isSampled: true,
    html: `<div><div>Password</div><div>${field('')}</div></div>`,
  },
  {
    way: 'written into a box of its page',
    html: `<div contenteditable role="textbox" aria-label="Password">${CANARY}</div>`,
  },
  {
    way: 'a box of its page that is drawn as dots',
    html: `<div contenteditable aria-label="Field" style="-webkit-text-security:disc">${CANARY}</div>`,
  },
  {
    way: 'a box that is one by its role',
    html: `<div role="textbox" tabindex="0" aria-label="Passphrase">${CANARY}</div>`,
  },
  {
    way: 'boxes of one digit each, told as a whole',
    isSampled: true,
    html: `<form>${BOXES.join('')}</form><p>Code 839205</p>`,
    values: ['839205', '= "8"', '"field0":"8"'],
  },
  {
    way: 'a card’s number in any field, and in the text',
    html: `<input aria-label="Field" value="${CARD}"><p>Pay with 4111 1111 1111 1111</p>`,
    values: [CARD, '4111 1111'],
  },
  {
    way: 'a key in any field',
    html: `<input aria-label="Field" readonly value="ghp_Zk3canary7Q9x0AbCdEfGhIjKlMnOpQr12">`,
    values: ['canary'],
  },
  {
    way: 'a token in any field',
    html: `<input aria-label="Field" value="eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlY2FuYXJ5">`,
    values: ['eyJzdWIi'],
  },
  { way: 'shown in the text', html: `${PASSWORD}<p>Your password is ${CANARY}.</p>` },
  {
    way: 'shown in capitals',
    html: `${PASSWORD}<p>${CANARY.toUpperCase()}</p>`,
    values: [CANARY.toUpperCase()],
  },
  {
    way: 'shown in full-width letters',
    html: `${PASSWORD}<p>ｈｕｎｔｅｒ７ｃａｎａｒｙ</p>`,
    values: ['ｃａｎａｒｙ'],
  },
  { way: 'shown in parts', isSampled: true, html: `${PASSWORD}<p><b>hunter</b><i>7cana</i>ry</p>` },
  {
    way: 'shown letter by letter',
    html: `${PASSWORD}<p>${CANARY.split('')
      .map((each) => `<span>${each}</span> `)
      .join('')}</p>`,
    values: ['c a n a r y'],
  },
  {
    way: 'shown where a long text is cut',
    html: `${PASSWORD}<p>${'word '.repeat(46)}${CANARY} end</p>`,
    values: ['hunter'],
  },
  { way: 'shown in base64', html: `${PASSWORD}<p>${btoa(CANARY)}</p>`, values: [btoa(CANARY)] },
  {
    way: 'shown in base64 with a name before it',
    html: `${PASSWORD}<p>Basic ${btoa(`ada:${CANARY}`)}</p>`,
    values: ['aHVudGVyN2NhbmFy', btoa(`ada:${CANARY}`)],
  },
  {
    way: 'in the address of a link',
    isSampled: true,
    html: `<input type="password" aria-label="Field" value="hunter7 & canary"><a href="/next?k=hunter7%20%26%20canary">Next</a>`,
    values: ['hunter7%20%26'],
  },
  {
    way: 'in the name of a button',
    html: `${PASSWORD}<button aria-label="Copy ${CANARY}">C</button>`,
  },
  {
    way: 'in the text of an image',
    html: `${PASSWORD}<img alt="${CANARY}" width="20" height="20">`,
  },
  { way: 'in another field', html: `${PASSWORD}<input aria-label="Copy" value="${CANARY}">` },
  {
    way: 'in a table',
    html: `${PASSWORD}<table><tr><th>Name</th><th>Key</th></tr><tr><td>Ada</td><td>${CANARY}</td></tr></table>`,
  },
  {
    way: 'in a list that is chosen from',
    html: `${PASSWORD}<select aria-label="Copy"><option>${CANARY}</option></select>`,
  },
  { way: 'in the title', html: `${PASSWORD}<script>document.title = 'Hi ${CANARY}'</script>` },
  {
    way: 'in the address',
    html: `${PASSWORD}<script>history.replaceState(null, '', location.pathname + '?k=${CANARY}')</script>`,
  },
  {
    way: 'a short code in the text',
    html: `<input type="password" aria-label="Field" value="7391"><p>PIN: 7391</p>`,
    values: ['7391'],
  },
  {
    way: 'of a field in a shadow root',
    isSampled: true,
    html: `<p>${CANARY}</p><div id="h"></div><script>h.attachShadow({ mode: 'open' }).innerHTML = '${PASSWORD}'</script>`,
  },
  {
    way: 'in the fault of an act',
    html: `${PASSWORD}<button>${CANARY} a</button><button>${CANARY} b</button>`,
    ask: { verb: 'click', args: { selector: 'button' } },
  },
  {
    way: 'in what a wait finds instead',
    html: `<h1>${CANARY}</h1>${PASSWORD}`,
    ask: { verb: 'waitFor', args: { text: 'never', timeout_ms: 100 } },
  },
  {
    way: 'in what an act changed',
    isSampled: true,
    html: `${PASSWORD}<button onclick="${SHOW.replaceAll('"', '&quot;')};document.title='${CANARY}';history.pushState(null,'','?${CANARY}')">Show</button>`,
    ask: { verb: 'click', args: { selector: 'button' } },
  },
  {
    way: 'shown as text later',
    html: PASSWORD,
    after: `document.querySelector('input').type = 'text'`,
  },
  {
    way: 'shown in a field drawn anew, without a name',
    html: PASSWORD,
    after: `document.body.innerHTML = '<input aria-label="Field" value="${CANARY}">'`,
  },
  {
    way: 'taken away, and shown in the text',
    html: PASSWORD,
    after: `document.body.innerHTML = '<p>${CANARY}</p>'`,
  },
  {
    way: 'drawn and filled and shown as text between two looks',
    html: '<p>Nothing</p>',
    after: `document.body.innerHTML = '<input type="password" aria-label="Field">'; const at = document.querySelector('input');
      new Promise((done) => setTimeout(done)).then(() => { at.value = '${CANARY}'; at.type = 'text'; })`,
  },
  {
    way: 'typed by a person and sent, and then shown',
    isSampled: true,
    html: `<form onsubmit="event.preventDefault(); const at = this.querySelector('input'); const is = at.value; at.value = '';
      this.outerHTML = '<p>Yours: ' + is + '</p>'"><input type="password" aria-label="Field"></form>`,
    typed: CANARY,
  },
];

/** Fields that a chat has to read and fill in, though a word in them is one of secrets too. */
export const PLAIN_FIELDS: readonly string[] = [
  '<label>Postal code <input value="shown-value"></label>',
  '<label>Country code <input value="shown-value"></label>',
  '<label>Promo code <input name="promoCode" value="shown-value"></label>',
  '<label>Company <input name="company" value="shown-value"></label>',
  '<label>Card title <input value="shown-value"></label>',
  '<label>Compass order <input name="compassorder" value="shown-value"></label>',
  '<label>Spinning wheel <input name="spinner" value="shown-value"></label>',
  '<label>Shipping <input name="shipping" value="shown-value"></label>',
  '<label>Order <input value="shown-value"></label><p>4111 1111 1111 1112</p>',
  '<label>User <input name="username" value="shown-value"></label><a href="/x">Forgot password?</a>',
  '<label>User <input value="shown-value"></label><label>Password <input type="password"></label>',
  '<label>Mono <input style="font-family:monospace" value="shown-value"></label>',
  '<textarea aria-label="Comment">shown-value</textarea>',
  '<div contenteditable aria-label="Message">shown-value</div>',
  '<input type="search" placeholder="Search" value="shown-value">',
  '<label>Desenhar <input name="desenhar" value="shown-value"></label>',
  '<label>Encoder <input name="encoderPreset" value="shown-value"></label>',
  '<label>Discard pile <input name="discardPile" value="shown-value"></label>',
];
