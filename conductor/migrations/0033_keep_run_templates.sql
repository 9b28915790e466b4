CREATE TABLE `run_templates` (
	`template_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
