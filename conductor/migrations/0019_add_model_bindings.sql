CREATE TABLE `model_bindings` (
	`binding_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`session_key` text NOT NULL,
	`state` text NOT NULL,
	`model_ref` text NOT NULL,
	`sent_through` text,
	`system_json` text DEFAULT '[]' NOT NULL,
	`asked_json` text,
	`tokens` integer NOT NULL,
	`turns` integer NOT NULL,
	`rolled_from` text,
	`opened_at` integer NOT NULL,
	`released_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`session_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "model_bindings_state" CHECK("model_bindings"."state" in ('bound', 'released'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `model_bindings_of_chat` ON `model_bindings` (`conversation_key`) WHERE "model_bindings"."state" = 'bound';--> statement-breakpoint
CREATE UNIQUE INDEX `model_bindings_of_session` ON `model_bindings` (`session_key`) WHERE "model_bindings"."state" = 'bound';--> statement-breakpoint
ALTER TABLE `agent_steps` ADD `job_id` text;--> statement-breakpoint
CREATE INDEX `agent_steps_asking` ON `agent_steps` (`job_id`) WHERE "agent_steps"."job_id" is not null;