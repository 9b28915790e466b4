CREATE TABLE `attempt_holders` (
	`job_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`job_id`, `attempt`),
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `client_conversations` (
	`conversation_key` text NOT NULL,
	`client_id` text NOT NULL,
	PRIMARY KEY(`conversation_key`, `client_id`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT OR IGNORE INTO `attempt_holders` (`job_id`, `attempt`, `client_id`)
	SELECT `subject_id`, json_extract(`detail_json`, '$.attempt'), json_extract(`detail_json`, '$.client_id') FROM `events`
	WHERE `type` IN ('delivery_job.dispatch', 'delivery_job.lease_lost')
		AND json_extract(`detail_json`, '$.attempt') > 0 AND json_extract(`detail_json`, '$.client_id') IS NOT NULL
		AND `subject_id` IN (SELECT `job_id` FROM `delivery_jobs`);
--> statement-breakpoint
INSERT OR IGNORE INTO `attempt_holders` (`job_id`, `attempt`, `client_id`)
	SELECT `job_id`, `attempt_count`, `client_id` FROM `delivery_jobs` WHERE `client_id` IS NOT NULL AND `attempt_count` > 0;
--> statement-breakpoint
INSERT OR IGNORE INTO `client_conversations` (`conversation_key`, `client_id`)
	SELECT `conversation_key`, substr(`actor`, 8) FROM `events`
	WHERE `type` IN ('message_anchor.observed', 'user_turn.observed') AND `actor` LIKE 'client:%'
		AND `conversation_key` IN (SELECT `conversation_key` FROM `conversations`)
		AND substr(`actor`, 8) IN (SELECT `client_id` FROM `clients`);
--> statement-breakpoint
INSERT OR IGNORE INTO `client_conversations` (`conversation_key`, `client_id`)
	SELECT `conversation_key`, `client_id` FROM `delivery_jobs` WHERE `client_id` IN (SELECT `client_id` FROM `clients`);
