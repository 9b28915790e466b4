CREATE TABLE `approvals` (
	`approval_id` text PRIMARY KEY NOT NULL,
	`instruction_id` text NOT NULL,
	`conversation_key` text NOT NULL,
	`decision` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`instruction_id`) REFERENCES `instructions`(`instruction_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_once` ON `approvals` (`instruction_id`);--> statement-breakpoint
CREATE INDEX `approvals_of` ON `approvals` (`conversation_key`);--> statement-breakpoint
CREATE TABLE `clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`origin` text NOT NULL,
	`browser_name` text NOT NULL,
	`browser_version` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`revoked_at` integer,
	`last_received_seq` integer NOT NULL,
	`last_sent_seq` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_token_hash_unique` ON `clients` (`token_hash`);--> statement-breakpoint
CREATE TABLE `conversation_aliases` (
	`alias_key` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_aliases_of` ON `conversation_aliases` (`conversation_key`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`remote_conversation_id` text NOT NULL,
	`local_conversation_id` text NOT NULL,
	`mode` text NOT NULL,
	`mode_set_at` integer,
	`pause_reason` text,
	`title` text,
	`latest_assistant_message_id` text,
	`latest_observed_at` integer,
	`final_timeout_ms` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "conversations_mode" CHECK("conversations"."mode" in ('auto', 'manual', 'paused', 'draining'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_local_id` ON `conversations` (`local_conversation_id`);--> statement-breakpoint
CREATE TABLE `delivery_jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`assistant_message_id` text,
	`message_text` text NOT NULL,
	`delivery_kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`status` text NOT NULL,
	`attempt_count` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`last_error_code` text,
	`last_error_text` text,
	`client_id` text,
	`reconcile` integer NOT NULL,
	`due_at` integer,
	`user_message_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "delivery_jobs_status" CHECK("delivery_jobs"."status" in ('pending', 'dispatched', 'acked', 'finalized', 'retry_wait', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_jobs_dedupe` ON `delivery_jobs` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `delivery_jobs_queue` ON `delivery_jobs` (`conversation_key`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `delivery_jobs_in_flight` ON `delivery_jobs` (`status`,`client_id`) WHERE "delivery_jobs"."status" in ('dispatched', 'acked');--> statement-breakpoint
CREATE INDEX `delivery_jobs_due` ON `delivery_jobs` (`due_at`) WHERE "delivery_jobs"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `events` (
	`event_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`conversation_key` text,
	`actor` text NOT NULL,
	`at` integer NOT NULL,
	`detail_json` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_of` ON `events` (`conversation_key`,`event_id`);--> statement-breakpoint
CREATE INDEX `events_about` ON `events` (`subject_id`);--> statement-breakpoint
CREATE TABLE `instructions` (
	`instruction_id` text PRIMARY KEY NOT NULL,
	`anchor_id` text NOT NULL,
	`conversation_key` text NOT NULL,
	`position` integer NOT NULL,
	`target` text NOT NULL,
	`tool` text NOT NULL,
	`params_json` text NOT NULL,
	`risk` text NOT NULL,
	`idempotent` integer NOT NULL,
	`status` text NOT NULL,
	`result_text` text,
	`result_format` text NOT NULL,
	`error_code` text,
	`error_text` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`anchor_id`) REFERENCES `message_anchors`(`anchor_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `instructions_once` ON `instructions` (`anchor_id`,`position`);--> statement-breakpoint
CREATE INDEX `instructions_of` ON `instructions` (`conversation_key`);--> statement-breakpoint
CREATE INDEX `instructions_unfinished` ON `instructions` (`status`) WHERE "instructions"."status" in ('pending', 'running');--> statement-breakpoint
CREATE TABLE `message_anchors` (
	`anchor_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`assistant_message_id` text NOT NULL,
	`observed_at` integer NOT NULL,
	`source` text NOT NULL,
	`raw_text` text NOT NULL,
	`diagnostic_tab_id` integer,
	`diagnostic_page_url` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_anchors_once` ON `message_anchors` (`conversation_key`,`assistant_message_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`client_id` text NOT NULL,
	`seq` integer NOT NULL,
	`frame_json` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `seq`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
