ALTER TABLE `agent_steps` ADD `complete` text DEFAULT 'whole' NOT NULL;--> statement-breakpoint
ALTER TABLE `message_anchors` ADD `complete` text DEFAULT 'whole' NOT NULL;