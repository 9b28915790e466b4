ALTER TABLE `agent_runs` ADD `steers_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `agent_steps` ADD `steers_json` text DEFAULT '[]' NOT NULL;