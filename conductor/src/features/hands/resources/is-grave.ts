import { hasAmount } from '../../../../../shared/lib/has-amount.ts';
import { normalForm } from '../../../../../shared/lib/normal-form.ts';

/** An element that is pressed: its role and its name. */
export interface Pressed {
  /** Null: nobody said. */
  readonly role: string | null;
  readonly name: string;
}

/** Words of what spends, sends or gives away. */
const WORDS =
  /pay|buy|order|checkout|purchase|delete|remove|erase|transfer|send|submit|publish|post|invite|grant|sign|bezahlen|kaufen|bestellen|löschen|überweisen|senden|veröffentlichen|einladen|unterschreiben|pagar|comprar|pedir|borrar|eliminar|transferir|enviar|publicar|invitar|firmar|payer|acheter|commander|supprimer|transférer|envoyer|publier|inviter|signer/
    .source;

/** Words that end at anything but a letter of any script: `\b` knows English letters alone, and takes ü for an end. */
const GRAVE = new RegExp(
  `(?<!\\p{L})(?:${WORDS})(?!\\p{L})|付款|支付|购买|下单|删除|转账|发送|发布|邀请|授权|签署|提交`,
  'iu',
);

/** Roles that do something when pressed: a link leads somewhere, and a box is only ticked. */
const DOES: ReadonlySet<string> = new Set(['button', 'clickable', 'menuitem']);

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** Letters with blanks or signs between each two: where a word of them ends is not seen. */
const APART = /(?<!\p{L})\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L})+(?!\p{L})/gu;
const GRAVE_APART = new RegExp(WORDS, 'iu');

/** `buyNow`: a word begins with a large letter. */
const WORD_BEGINS = /(?<=\p{Ll})(?=\p{Lu})/gu;

/**
 * Tells whether a press may spend, send or give away, so that a person is asked each time: by its words however they
 * are written, by an amount, or in doubt. The words are of a few languages, all in Latin letters but for one. In doubt:
 * an element that does something and is called by letters of another script, or by none at all.
 */
export function isGrave({ role, name }: Pressed): boolean {
  const plain = normalForm(name).replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
  if (isGraveWord(plain) || hasAmount(plain)) return true;
  if (role === null || !DOES.has(role)) return false;
  return OTHER_SCRIPT.test(plain) || !SAYS_SOMETHING.test(plain); // guard: grave-in-any-script
}

function isGraveWord(plain: string): boolean {
  const unmarked = plain.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const apart = plain.replaceAll(WORD_BEGINS, ' '); // guard: grave-joined
  const joined = plain.match(APART) ?? []; // guard: grave-apart
  return (
    [plain, unmarked, apart].some((text) => GRAVE.test(text)) ||
    joined.some((letters) => GRAVE_APART.test(letters.replaceAll(/\P{L}/gu, '')))
  );
}
