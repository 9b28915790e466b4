/**
 * SQL of the keys of the conversations whose words may have come to one, that one among them: agents hand each other
 * tasks and answers, and a chat that serves an agent as its model knows what was said in both, also when it is released.
 *
 * @param key SQL of one key.
 */
export function heardBy(key: string): string {
  // `model_bindings` is of a later feature, so it is not named by its table.
  return `with recursive heard(key) as (
    select ${key}
    union select above.parent_key from conversations as above
      join heard on above.conversation_key = heard.key where above.parent_key is not null
    union select below.conversation_key from conversations as below
      join heard on below.parent_key = heard.key
    union select bound.conversation_key from model_bindings as bound
      join heard on bound.session_key = heard.key where bound.state = 'bound'
    union select served.session_key from model_bindings as served
      join heard on served.conversation_key = heard.key
  ) select key from heard`;
}
