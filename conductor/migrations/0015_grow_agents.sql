CREATE TABLE `agent_definitions` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`definition_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `agent_runs` ADD `workers_used` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `agent_runs` ADD `parent_run_id` text;--> statement-breakpoint
ALTER TABLE `agent_sessions` ADD `run_mode` text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE `agent_sessions` ADD `parent_instruction_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `agent_sessions_of_call` ON `agent_sessions` (`parent_instruction_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `agent_id` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `parent_key` text;--> statement-breakpoint
CREATE INDEX `conversations_by_parent` ON `conversations` (`parent_key`) WHERE "conversations"."parent_key" is not null;--> statement-breakpoint
ALTER TABLE `policy_rules` ADD `agent_id` text;--> statement-breakpoint
UPDATE `conversations` SET `agent_id` = (SELECT `agent_sessions`.`agent_id` FROM `agent_sessions` WHERE `agent_sessions`.`conversation_key` = `conversations`.`conversation_key`) WHERE `platform` = 'agent';--> statement-breakpoint
UPDATE `agent_sessions` SET `definition_json` = json_set(`definition_json`, '$.toolPacks', json('[]'), '$.outputSchema', null, '$.limits.workers', 0);
