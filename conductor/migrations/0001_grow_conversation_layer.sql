CREATE TABLE `accounts` (
	`account_key` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`next_send_at` integer NOT NULL,
	`parked_until` integer,
	`park_reason` text,
	`parks_in_row` integer NOT NULL,
	`recent_sends_json` text NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `artifacts` (
	`artifact_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`instruction_id` text,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `artifacts_of` ON `artifacts` (`conversation_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `artifacts_newest` ON `artifacts` (`created_at`,`artifact_id`);--> statement-breakpoint
CREATE INDEX `artifacts_content` ON `artifacts` (`sha256`);--> statement-breakpoint
CREATE TABLE `conversation_labels` (
	`conversation_key` text NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`conversation_key`, `label`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_labels_by_label` ON `conversation_labels` (`label`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`http_status` integer NOT NULL,
	`response_body` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `policy_rules` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text,
	`tool_pattern` text NOT NULL,
	`params_pattern_json` text,
	`decision` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `policy_rules_of` ON `policy_rules` (`conversation_key`);--> statement-breakpoint
CREATE TABLE `renewals` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`goal` text NOT NULL,
	`message` text,
	`spacing_ms` integer NOT NULL,
	`max_turns` integer NOT NULL,
	`turns_used` integer NOT NULL,
	`stop_phrase` text,
	`quiet_from_minute` integer,
	`quiet_to_minute` integer,
	`time_zone` text,
	`status` text NOT NULL,
	`stop_reason` text,
	`due_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `renewals_due` ON `renewals` (`due_at`) WHERE "renewals"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `searchable` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`ref_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `searchable_once` ON `searchable` (`kind`,`ref_id`);--> statement-breakpoint
CREATE INDEX `searchable_of` ON `searchable` (`conversation_key`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value_json` text NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user_turns` (
	`turn_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`user_message_id` text NOT NULL,
	`raw_text` text NOT NULL,
	`author` text NOT NULL,
	`job_id` text,
	`observed_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_turns_once` ON `user_turns` (`conversation_key`,`user_message_id`);--> statement-breakpoint
CREATE INDEX `user_turns_in_order` ON `user_turns` (`conversation_key`,`observed_at`);--> statement-breakpoint
DROP INDEX `approvals_once`;--> statement-breakpoint
DROP INDEX `approvals_of`;--> statement-breakpoint
ALTER TABLE `approvals` ADD `kind` text DEFAULT 'permission' NOT NULL;--> statement-breakpoint
ALTER TABLE `approvals` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `approvals` ADD `decided_by` text;--> statement-breakpoint
CREATE INDEX `approvals_about` ON `approvals` (`instruction_id`);--> statement-breakpoint
CREATE INDEX `approvals_by_decision` ON `approvals` (`decision`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_expiring` ON `approvals` (`expires_at`) WHERE "approvals"."expires_at" is not null and "approvals"."decision" = 'open';--> statement-breakpoint
CREATE INDEX `approvals_of` ON `approvals` (`conversation_key`,`created_at`);--> statement-breakpoint
DROP INDEX `instructions_of`;--> statement-breakpoint
DROP INDEX `instructions_unfinished`;--> statement-breakpoint
ALTER TABLE `instructions` ADD `read_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `instructions_newest` ON `instructions` (`created_at`,`instruction_id`);--> statement-breakpoint
CREATE INDEX `instructions_open` ON `instructions` (`conversation_key`) WHERE "instructions"."status" not in ('succeeded', 'failed');--> statement-breakpoint
CREATE INDEX `instructions_of` ON `instructions` (`conversation_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `instructions_unfinished` ON `instructions` (`status`) WHERE "instructions"."status" not in ('succeeded', 'failed');--> statement-breakpoint
ALTER TABLE `conversations` ADD `custom_title` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `latest_user_turn_at` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `account_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `stale_anchors` text DEFAULT 'rebase' NOT NULL;--> statement-breakpoint
CREATE INDEX `conversations_recent` ON `conversations` (`updated_at`,`local_conversation_id`);--> statement-breakpoint
CREATE INDEX `conversations_by_platform` ON `conversations` (`platform`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_by_mode` ON `conversations` (`mode`,`updated_at`);--> statement-breakpoint
CREATE INDEX `conversations_by_account` ON `conversations` (`account_key`);--> statement-breakpoint
ALTER TABLE `delivery_jobs` ADD `origin` text DEFAULT 'reply' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_jobs` ADD `chain_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_jobs` ADD `final_anchor_id` text;--> statement-breakpoint
CREATE INDEX `delivery_jobs_newest` ON `delivery_jobs` (`created_at`,`job_id`);--> statement-breakpoint
CREATE INDEX `delivery_jobs_by_status` ON `delivery_jobs` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `delivery_jobs_pending` ON `delivery_jobs` (`conversation_key`,`created_at`,`job_id`) WHERE "delivery_jobs"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `delivery_jobs_open` ON `delivery_jobs` (`conversation_key`) WHERE "delivery_jobs"."status" not in ('finalized', 'failed');--> statement-breakpoint
ALTER TABLE `message_anchors` ADD `actions_hash` text;--> statement-breakpoint
ALTER TABLE `message_anchors` ADD `chain_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `message_anchors_in_order` ON `message_anchors` (`conversation_key`,`observed_at`);--> statement-breakpoint
UPDATE `conversations` SET `account_key` = `platform`;
