CREATE TABLE `run_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`worker_id` text NOT NULL,
	`external_id` text NOT NULL,
	`payload_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_calls_once` ON `run_calls` (`worker_id`,`external_id`);--> statement-breakpoint
CREATE INDEX `run_calls_of` ON `run_calls` (`run_id`);