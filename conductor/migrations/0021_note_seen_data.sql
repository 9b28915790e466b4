ALTER TABLE `approvals` ADD `may_leak` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `policy_rules` ADD `even_if_tainted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_sessions` ADD `seen_json` text;