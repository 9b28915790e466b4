CREATE TABLE `schedules` (
	`schedule_id` text PRIMARY KEY NOT NULL,
	`agent_id` text,
	`conversation_key` text,
	`model_ref` text,
	`run_mode` text,
	`prompt` text NOT NULL,
	`cron` text,
	`every_ms` integer,
	`at` integer,
	`time_zone` text NOT NULL,
	`missed` text NOT NULL,
	`overlap` text NOT NULL,
	`status` text NOT NULL,
	`next_at` integer,
	`last_tick` integer,
	`last_outcome` text,
	`last_error_code` text,
	`last_error_text` text,
	`last_job_id` text,
	`turns` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "schedules_status" CHECK("schedules"."status" in ('active', 'paused', 'ended'))
);
--> statement-breakpoint
CREATE INDEX `schedules_of` ON `schedules` (`conversation_key`);--> statement-breakpoint
CREATE INDEX `schedules_due` ON `schedules` (`next_at`) WHERE "schedules"."next_at" is not null;