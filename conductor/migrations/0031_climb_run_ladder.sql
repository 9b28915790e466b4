ALTER TABLE `run_tasks` ADD `stuck_at` integer;--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `restarts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `run_tasks` ADD `is_expected` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `ladder` text DEFAULT 'ask' NOT NULL;