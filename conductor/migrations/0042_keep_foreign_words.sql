CREATE TABLE `foreign_words` (
	`conversation_key` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`words` text NOT NULL,
	`is_loose` integer NOT NULL,
	`at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`conversation_key`, `source`, `source_id`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `foreign_words` (`conversation_key`, `source`, `source_id`, `words`, `is_loose`, `at`)
	SELECT `conversation_key`, 'turn', `turn_id`, `raw_text`, 0, `observed_at` FROM `user_turns` WHERE `author` = 'person';
--> statement-breakpoint
INSERT INTO `foreign_words` (`conversation_key`, `source`, `source_id`, `words`, `is_loose`, `at`)
	SELECT `conversation_key`, 'message', `job_id`, `message_text`, 0, `created_at` FROM `delivery_jobs`
	WHERE `origin` NOT IN ('reply', 'agent', 'run');
--> statement-breakpoint
INSERT INTO `foreign_words` (`conversation_key`, `source`, `source_id`, `words`, `is_loose`, `at`)
	SELECT `conversation_key`, 'result', `instruction_id`, coalesce(`result_text`, `error_text`), 0, `created_at` FROM `instructions`
	WHERE `target` <> 'conductor' AND coalesce(`result_text`, CASE WHEN `tool_pin` IS NOT NULL THEN `error_text` END) IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `foreign_words_by_age` ON `foreign_words` (`at`);--> statement-breakpoint
DROP TABLE `foreign_actions`;