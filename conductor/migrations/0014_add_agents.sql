CREATE TABLE `agent_messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`parent_id` text,
	`path` text NOT NULL,
	`role` text NOT NULL,
	`run_id` text NOT NULL,
	`parts_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_messages_in_order` ON `agent_messages` (`conversation_key`,`path`);--> statement-breakpoint
CREATE TABLE `agent_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`ai_message_id` text NOT NULL,
	`status` text NOT NULL,
	`stop_reason` text,
	`error_code` text,
	`error_text` text,
	`steps_used` integer NOT NULL,
	`calls_used` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`due_at` integer,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "agent_runs_status" CHECK("agent_runs"."status" in ('running', 'waiting_person', 'waiting_model', 'stopping', 'succeeded', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE INDEX `agent_runs_of` ON `agent_runs` (`conversation_key`,`started_at`);--> statement-breakpoint
CREATE INDEX `agent_runs_newest` ON `agent_runs` (`started_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `agent_runs_open` ON `agent_runs` (`status`) WHERE "agent_runs"."status" not in ('succeeded', 'failed', 'stopped');--> statement-breakpoint
CREATE TABLE `agent_sessions` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`agent_id` text NOT NULL,
	`definition_json` text NOT NULL,
	`model_ref` text NOT NULL,
	`head_message_id` text,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_sessions_newest` ON `agent_sessions` (`created_at`,`conversation_key`);--> statement-breakpoint
CREATE TABLE `agent_steps` (
	`step_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`model_ref` text NOT NULL,
	`attempt` integer NOT NULL,
	`text` text NOT NULL,
	`reasoning` text NOT NULL,
	`calls_json` text NOT NULL,
	`finish_reason` text,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`started_at` integer NOT NULL,
	`replied_at` integer,
	`finished_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_steps_status" CHECK("agent_steps"."status" in ('calling', 'acting', 'closed', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_steps_once` ON `agent_steps` (`run_id`,`number`);