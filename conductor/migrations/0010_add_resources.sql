CREATE TABLE `executors` (
	`executor_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`capabilities_json` text NOT NULL,
	`reported_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `resource_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`resource_id` text,
	`chat_session_id` text NOT NULL,
	`caller` text NOT NULL,
	`instruction_id` text,
	`tool` text NOT NULL,
	`args_json` text NOT NULL,
	`writes` integer NOT NULL,
	`risk` text NOT NULL,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`queued_at` integer NOT NULL,
	`dispatched_at` integer,
	`finished_at` integer,
	`deadline_at` integer,
	`expect_json` text,
	`result_json` text,
	`error_code` text,
	`error_text` text,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`resource_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_session_id`) REFERENCES `chat_sessions`(`chat_session_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instruction_id`) REFERENCES `instructions`(`instruction_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `resource_calls_open` ON `resource_calls` (`resource_id`,`queued_at`) WHERE "resource_calls"."status" not in ('succeeded', 'failed', 'unknown');--> statement-breakpoint
CREATE INDEX `resource_calls_of` ON `resource_calls` (`chat_session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `resource_calls_newest` ON `resource_calls` (`created_at`,`call_id`);--> statement-breakpoint
CREATE INDEX `resource_calls_due` ON `resource_calls` (`deadline_at`) WHERE "resource_calls"."status" in ('queued', 'dispatched', 'begun');--> statement-breakpoint
CREATE TABLE `resource_tabs` (
	`tab_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text DEFAULT 'main' NOT NULL,
	`resource_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text,
	`icon` text,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`resource_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_tabs_resource_id_unique` ON `resource_tabs` (`resource_id`);--> statement-breakpoint
CREATE TABLE `resources` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`resource_type` text NOT NULL,
	`chat_session_id` text NOT NULL,
	`idx` integer NOT NULL,
	`adapter` text NOT NULL,
	`executor_id` text NOT NULL,
	`origin_kind` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`last_url` text,
	`last_title` text,
	`driver_id` integer,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`chat_session_id`) REFERENCES `chat_sessions`(`chat_session_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resources_once` ON `resources` (`chat_session_id`,`resource_type`,`idx`);--> statement-breakpoint
CREATE INDEX `resources_open` ON `resources` (`executor_id`) WHERE "resources"."status" not in ('closed', 'failed');--> statement-breakpoint
CREATE TABLE `site_grants` (
	`grant_id` text PRIMARY KEY NOT NULL,
	`executor_id` text NOT NULL,
	`origin` text NOT NULL,
	`chat_session_id` text,
	`level` text NOT NULL,
	`until` integer,
	`granted_at` integer NOT NULL,
	`revoked_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_grants_of` ON `site_grants` (`executor_id`,`origin`);--> statement-breakpoint
CREATE TABLE `chat_sessions` (
	`chat_session_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`conversation_key` text,
	`label` text DEFAULT '' NOT NULL,
	`active_tab_id` text,
	`next_index` integer DEFAULT 0 NOT NULL,
	`taint_json` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "chat_sessions_kind" CHECK("chat_sessions"."kind" in ('conversation', 'client'))
);
--> statement-breakpoint
CREATE INDEX `chat_sessions_of` ON `chat_sessions` (`conversation_key`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_approvals` (
	`approval_id` text PRIMARY KEY NOT NULL,
	`instruction_id` text,
	`conversation_key` text,
	`subject_kind` text DEFAULT 'instruction' NOT NULL,
	`subject_id` text,
	`subject_json` text,
	`kind` text DEFAULT 'permission' NOT NULL,
	`decision` text NOT NULL,
	`quoted` integer DEFAULT false NOT NULL,
	`reason` text,
	`expires_at` integer,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`instruction_id`) REFERENCES `instructions`(`instruction_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_approvals`("approval_id", "instruction_id", "conversation_key", "subject_kind", "subject_id", "subject_json", "kind", "decision", "quoted", "reason", "expires_at", "decided_by", "created_at", "decided_at", "space_id", "version") SELECT "approval_id", "instruction_id", "conversation_key", 'instruction', "instruction_id", NULL, "kind", "decision", "quoted", "reason", "expires_at", "decided_by", "created_at", "decided_at", "space_id", "version" FROM `approvals`;--> statement-breakpoint
DROP TABLE `approvals`;--> statement-breakpoint
ALTER TABLE `__new_approvals` RENAME TO `approvals`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `approvals_about` ON `approvals` (`instruction_id`);--> statement-breakpoint
CREATE INDEX `approvals_of` ON `approvals` (`conversation_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_by_decision` ON `approvals` (`decision`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_expiring` ON `approvals` (`expires_at`) WHERE "approvals"."expires_at" is not null and "approvals"."decision" = 'open';