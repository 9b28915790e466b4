CREATE TABLE `memories` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`next_number` integer NOT NULL,
	`recent_changes_json` text DEFAULT '[]' NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `memory_items` (
	`item_key` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`note` text,
	`status` text NOT NULL,
	`superseded_by` text,
	`changed_by` text NOT NULL,
	`why` text,
	`changed_in` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "memory_items_status" CHECK("memory_items"."status" in ('active', 'done', 'superseded', 'removed')),
	CONSTRAINT "memory_items_kind" CHECK("memory_items"."kind" in ('goals', 'decisions', 'todos', 'facts', 'open_questions'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_items_once` ON `memory_items` (`conversation_key`,`item_id`);--> statement-breakpoint
CREATE INDEX `memory_items_shown` ON `memory_items` (`conversation_key`) WHERE "memory_items"."status" in ('active', 'done');