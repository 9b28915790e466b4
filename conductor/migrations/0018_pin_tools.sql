CREATE TABLE `tool_pins` (
	`tool_id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`description_json` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`accepted_by` text NOT NULL,
	`changed_json` text,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `approvals` ADD `tool_changed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `instructions` ADD `tool_pin` text;