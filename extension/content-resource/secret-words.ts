/**
 * How pages call what nobody but a person and the site may read, in normal form: without accents, case, blanks and
 * hyphens. Words of these are one sign of several, see `is-secret-field.ts`.
 */

/** Expressions of words that mean nothing else, so they count inside of longer ones too: `userpassword`, `cardnumber2`. */
const INSIDE = wordsOf(`
  password passwd passwort passwrd kennwort wachtwoord wagwoord contrasena contrasenya motdepasse lozinka losenord
  salasana lykilorð slaptazodis fjalekalim pasahitza katasandi katalaluan matkhau nenosiri tunnusluku парол лозинк
  пинкод пінкод κωδικοςπροσβασης συνθηματικο الرقمالسري گذرواژه پاسورڈ סיסמה סיסמא קודאימות पासवर्ड পাসওয়ার্ড
  கடவுச்சொல் పాస్‌వర్డ్ ಪಾಸ್‌ವರ್ಡ್ રહસ્યશબ્દ રહસ્યકોડ รหัสผ่าน รหัสลับ 密码 密碼 口令 验证码 驗證碼 校验码 动态码 助记词 助記詞 卡号 卡號 安全码 安全碼
  私钥 私鑰 密钥 密鑰 パスワード 暗証番号 ワンタイム カード番号 合言葉 秘密鍵 암호 복구구문 mnemonic onetimepass twofactor socialsecurity prufziffer
  prufnummer wiederherstellungs cryptogramme phrasesecrete clavesecreta frasesemilla fraserecuperacion turvakoodi
  vahvistuskoodi numerkarty cislokarty kartyaszam numarulcardului kartnumarasi nomorkartu maxacminh maxacthuc
  αριθμοςκαρτας رقمالبطاقة
  (?:pass|pin|backup|recovery|verificati(?:on|e)|verifierings|security|auth(?:enticat(?:ion|or))?|confirmation|onetime|login|access|sms|card|otp|einmal|(?:sicherheit|bestatigung|zugang|beveiliging|sakerhet|engang|adgang)s|sikkerhe[dt]s)[ck]ode?
  numero(?:d.{1,4})?(?:cart|tarjeta) (?:recovery|private|secret|access|api)key
  (?:seed|secret|recovery|backup|pass)phrase (?:api|access|auth|bearer)token (?:api|client)secret cardnumber
  (?:credi|debi)tcard код(?:подтвержд|підтвердж|безопасн) номеркарт (?:проверочн|секретн)ыйкод (?:確認|認証|セキュリティ)コード
  kod(?:weryfik|bezpiecz|everifik|ekeaman) cod(?:e|igo|ice)?(?:d[ei])?(?:se[cg]ur|sicur|verif|confi|se[cg]ret)
  كلمة(?:ال)?(?:مرور|سر) رمز(?:التحقق|المرور|عبور) kort(?:in|ti)numero k(?:aart|ort|arten)nummer
  (?:overovaci|bezpecnostni|biztonsagi|ellenorzo)kod (?:인증|카드|비밀)번호 (?:인증|보안)코드 (?:guvenlik|dogrulama)kodu`);

/** They count as whole words, and joined to another that says whose they are. */
const WHOLE = wordsOf(`
  pin pins otp totp hotp mfa tfa 2fa puk cvv cvc csc cvn cvv2 cvc2 iban ssn bsn aadhaar pwd pswd psw passord
  heslo hasło senha sifre clave parola parole jelszo parool geslo sandi secret token
  ccnum ccnumber ccno cccvv cccvc ccexp cardcvv cardcvc cardexp cardexpiry cardexpiration`);

/** The same in names that a page’s programs use, where people say something else by them. */
const IN_PROGRAMS = wordsOf('pass pw');
/** The same where such a name ends with it: what comes after it in others is what of it is meant. */
const LAST_IN_PROGRAMS = wordsOf('card tan');

/** Alone they name a secret; beside another word they name anything. */
const ALONE = wordsOf(`
  code card phrase pass sifra κωδικος codigo codice kode kod koodi код الرمز コード 代码 验证 코드`);

const WHOSE =
  '(?:user|my|new|old|login|account|bank|card|sms|auth|confirm|confirmed|repeat|current|enter|your|the|e?mail|phone|web|app|atm|admin|re|txt|input)';
const OF_WHAT =
  '(?:code|number|no|num|nr|value|field|input|txt|text|box|hash|key|confirm|confirmation|repeat|again)';
const FILLERS = new RegExp(`^(?:${WHOSE}|${OF_WHAT}|a|please|here|digit|\\d+)$`);

const INSIDE_ANY = new RegExp(INSIDE.join('|'), 'u');
const WHOLE_OF_LABEL = whole(WHOLE);
const WHOLE_OF_NAME = whole([...WHOLE, ...IN_PROGRAMS]);
const LAST_OF_NAME = whole(LAST_IN_PROGRAMS);
const ALONE_ALL = new Set(ALONE);
const OTHER = /\bparol[ae] chiave\b|\bpalabra clave\b|\bcard ?holder/g;

/** A text of the page that a person reads: a label, a placeholder, a description. */
export function labelNamesSecret(label: string): boolean {
  const words = wordsIn(label.slice(0, 300));
  if (words.some((word) => WHOLE_OF_LABEL.test(word)) || namesInside(words)) return true;
  const rest = words.filter((word) => !FILLERS.test(word) || ALONE_ALL.has(word));
  return words.length <= 5 && rest.length === 1 && ALONE_ALL.has(rest[0] ?? '');
}

/** The name or id of a field. */
export function nameNamesSecret(name: string): boolean {
  const words = wordsIn(name.slice(0, 300));
  const spelled = words.filter((word) => !/^\d+$/.test(word));
  const isLast = [spelled.at(-1) ?? '', spelled.join('')].some((word) => LAST_OF_NAME.test(word));
  return isLast || words.some((word) => WHOLE_OF_NAME.test(word)) || namesInside(words);
}

/** A text beside a field, which may be of another: a word that has a second meaning does not count. */
export function textNamesSecret(text: string): boolean {
  return namesInside(wordsIn(text.slice(0, 300)));
}

/** A sentence in which a word stands that names a secret alone. A few words are a name, as of a postal code. */
export function asksForCode(text: string): boolean {
  const words = wordsIn(text);
  return words.length > 3 && words.some((word) => ALONE_ALL.has(word));
}

function namesInside(words: readonly string[]): boolean {
  return INSIDE_ANY.test(words.join(''));
}

function wordsIn(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return normal(apart)
    .replace(OTHER, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}

function wordsOf(list: string): string[] {
  return normal(list).trim().split(/\s+/);
}

function whole(words: readonly string[]): RegExp {
  return new RegExp(`^${WHOSE}*(?:${words.join('|')})${OF_WHAT}*\\d*$`, 'u');
}
