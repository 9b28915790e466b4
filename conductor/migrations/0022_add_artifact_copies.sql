CREATE TABLE `artifact_copies` (
	`copy_key` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`place` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`status` text NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "artifact_copies_status" CHECK("artifact_copies"."status" in ('putting', 'kept', 'removing'))
);
--> statement-breakpoint
CREATE INDEX `artifact_copies_of` ON `artifact_copies` (`sha256`,`place`,`status`);--> statement-breakpoint
CREATE INDEX `artifact_copies_oldest` ON `artifact_copies` (`place`,`status`,`updated_at`,`sha256`);