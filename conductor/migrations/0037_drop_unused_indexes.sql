DROP INDEX `conversation_labels_by_label`;--> statement-breakpoint
DROP INDEX `conversations_by_account`;--> statement-breakpoint
DROP INDEX `delivery_jobs_failed`;--> statement-breakpoint
DROP INDEX `delivery_jobs_pending`;