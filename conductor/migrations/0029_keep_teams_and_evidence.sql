CREATE TABLE `run_evidence` (
	`evidence_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`task_id` text NOT NULL,
	`worker_id` text,
	`kind` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`task_id`) REFERENCES `run_tasks`(`task_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_evidence_kind" CHECK("run_evidence"."kind" in ('patch', 'test', 'command', 'todo', 'link', 'file', 'note'))
);
--> statement-breakpoint
CREATE INDEX `run_evidence_of` ON `run_evidence` (`run_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `run_evidence_for` ON `run_evidence` (`task_id`);--> statement-breakpoint
CREATE INDEX `run_evidence_by` ON `run_evidence` (`worker_id`);--> statement-breakpoint
CREATE TABLE `run_teams` (
	`team_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "run_teams_source" CHECK("run_teams"."source" in ('own', 'imported'))
);
--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `needs_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `is_reviewed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `reviewer_id` text REFERENCES run_workers(worker_id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `returns` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `run_tasks_reviewed_by` ON `run_tasks` (`reviewer_id`);--> statement-breakpoint
ALTER TABLE `runs` ADD `digest_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `stalls` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `asks` integer DEFAULT 0 NOT NULL;