CREATE TABLE `agent_stream_rows` (
	`run_id` text NOT NULL,
	`first` integer NOT NULL,
	`count` integer NOT NULL,
	`body` text NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`run_id`, `first`),
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `agent_streams` (
	`run_id` text PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL,
	`bytes` integer NOT NULL,
	`is_open` integer NOT NULL,
	`began_at` integer NOT NULL,
	`closed_at` integer,
	`is_dropped` integer NOT NULL,
	`told_json` text NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_streams_open` ON `agent_streams` (`is_open`) WHERE "agent_streams"."is_open" = 1;--> statement-breakpoint
CREATE INDEX `agent_streams_kept` ON `agent_streams` (`closed_at`) WHERE "agent_streams"."is_dropped" = 0;--> statement-breakpoint
CREATE TABLE `agent_turns` (
	`job_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`client_message_id` text,
	`asks` text NOT NULL,
	`parent_id` text,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
