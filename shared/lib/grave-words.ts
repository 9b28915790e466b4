/** Words of what spends, sends or gives away. */
const WORDS =
  /pay|buy|order|checkout|purchase|delete|remove|erase|transfer|send|submit|publish|post|invite|grant|sign|bezahlen|kaufen|bestellen|löschen|überweisen|senden|veröffentlichen|einladen|unterschreiben|pagar|comprar|pedir|borrar|eliminar|transferir|enviar|publicar|invitar|firmar|payer|acheter|commander|supprimer|transférer|envoyer|publier|inviter|signer/
    .source;

/** Words that end at anything but a letter of any script: `\b` knows English letters alone, and takes ü for an end. */
const GRAVE = new RegExp(
  `(?<!\\p{L})(?:${WORDS})(?!\\p{L})|付款|支付|购买|下单|删除|转账|发送|发布|邀请|授权|签署|提交`,
  'iu',
);

const GRAVE_APART = new RegExp(WORDS, 'iu');

/** One of them stands in the text. */
export function hasGraveWord(text: string): boolean {
  return GRAVE.test(text);
}

/** One of them is in these letters, wherever it begins. */
export function hasGraveLetters(letters: string): boolean {
  return GRAVE_APART.test(letters);
}
