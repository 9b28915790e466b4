CREATE TABLE `face_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`token_hash` text NOT NULL,
	`scope` text NOT NULL,
	`host` text NOT NULL,
	`user_agent` text NOT NULL,
	`key_jwk` text,
	`boot_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "face_sessions_scope" CHECK("face_sessions"."scope" in ('watch', 'answer', 'full'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `face_sessions_token_hash_unique` ON `face_sessions` (`token_hash`);