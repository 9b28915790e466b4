ALTER TABLE `approvals` ADD `second_reply` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `message_anchors` ADD `is_second` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `message_anchors` ADD `left_at` integer;