-- Words of observed texts, by the rowid of `searchable`. It keeps no text of its own; the rows of `searchable` and the
-- texts that were there before are filled in at the first opening (store/open-database.ts), because segmenting scripts
-- without spaces is no matter for SQL.
CREATE VIRTUAL TABLE message_search USING fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
