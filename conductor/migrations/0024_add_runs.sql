CREATE TABLE `run_inputs` (
	`input_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`worker_id` text NOT NULL,
	`origin` text NOT NULL,
	`task_id` text,
	`status` text NOT NULL,
	`job_id` text,
	`risk` text NOT NULL,
	`reasons_json` text DEFAULT '[]' NOT NULL,
	`sealed` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_inputs_status" CHECK("run_inputs"."status" in ('queued', 'sent', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `run_inputs_of` ON `run_inputs` (`run_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `run_inputs_by` ON `run_inputs` (`worker_id`);--> statement-breakpoint
CREATE INDEX `run_inputs_as` ON `run_inputs` (`job_id`);--> statement-breakpoint
CREATE TABLE `run_tasks` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`role` text NOT NULL,
	`worker_id` text,
	`depends_on_json` text DEFAULT '[]' NOT NULL,
	`attempt` integer NOT NULL,
	`asked` integer NOT NULL,
	`news_at` integer,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_tasks_status" CHECK("run_tasks"."status" in ('planned', 'assigned', 'working', 'review', 'blocked', 'done', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `run_tasks_of` ON `run_tasks` (`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `run_tasks_by` ON `run_tasks` (`worker_id`);--> statement-breakpoint
CREATE TABLE `run_workers` (
	`worker_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`role` text NOT NULL,
	`template_id` text NOT NULL,
	`is_planner` integer NOT NULL,
	`conversation_key` text,
	`begun_at` integer,
	`mark` text,
	`held_by` text,
	`ended_at` integer,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_workers_of` ON `run_workers` (`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `run_workers_at` ON `run_workers` (`conversation_key`);--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`before_pause` text,
	`paused_by` text,
	`team_id` text NOT NULL,
	`planner_id` text NOT NULL,
	`limits_json` text NOT NULL,
	`inputs_used` integer NOT NULL,
	`review_plan` integer NOT NULL,
	`planned_at` integer,
	`plan_hash` text,
	`same_plans` integer NOT NULL,
	`told_at` integer NOT NULL,
	`hints` integer NOT NULL,
	`completed_at` integer,
	`attempt` integer NOT NULL,
	`sealed` text NOT NULL,
	`started_at` integer,
	`ready_at` integer,
	`ended_at` integer,
	`error_code` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "runs_status" CHECK("runs"."status" in ('draft', 'starting', 'planning', 'executing', 'reporting', 'paused', 'finished', 'stopped', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `runs_newest` ON `runs` (`created_at`,`run_id`);--> statement-breakpoint
CREATE INDEX `runs_open` ON `runs` (`status`) WHERE "runs"."status" not in ('finished', 'stopped', 'failed');