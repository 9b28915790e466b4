ALTER TABLE `delivery_jobs` ADD `dismissed_at` integer;--> statement-breakpoint
UPDATE `delivery_jobs` SET `dismissed_at` = `updated_at` WHERE `status` = 'failed' AND EXISTS (
	SELECT 1 FROM `delivery_jobs` AS `later` WHERE `later`.`conversation_key` = `delivery_jobs`.`conversation_key`
		AND `later`.`status` IN ('finalized', 'failed') AND `later`.`created_at` > `delivery_jobs`.`created_at`
);--> statement-breakpoint
CREATE INDEX `delivery_jobs_failed` ON `delivery_jobs` (`conversation_key`,`created_at`) WHERE "delivery_jobs"."status" = 'failed' and "delivery_jobs"."dismissed_at" is null;
