CREATE TABLE `foreign_actions` (
	`conversation_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`conversation_key`, `fingerprint`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `foreign_actions_by_age` ON `foreign_actions` (`at`);--> statement-breakpoint
ALTER TABLE `approvals` ADD `quoted` integer DEFAULT false NOT NULL;