CREATE TABLE `clients` (
	`client_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`origin` text NOT NULL,
	`browser_name` text NOT NULL,
	`browser_version` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`revoked_at` integer,
	`last_received_seq` integer NOT NULL,
	`last_sent_seq` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `space_id` text DEFAULT 'local' NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_token_hash_unique` ON `clients` (`token_hash`);
--> statement-breakpoint
CREATE TABLE `conversation_aliases` (
	`alias_key` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_aliases_of` ON `conversation_aliases` (`conversation_key`);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`remote_conversation_id` text NOT NULL,
	`local_conversation_id` text NOT NULL,
	`mode` text NOT NULL,
	`mode_set_at` integer,
	`pause_reason` text,
	`title` text,
	`latest_assistant_message_id` text,
	`latest_observed_at` integer,
	`final_timeout_ms` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `custom_title` text, `latest_user_turn_at` integer, `account_key` text DEFAULT '' NOT NULL, `stale_anchors` text DEFAULT 'rebase' NOT NULL, `space_id` text DEFAULT 'local' NOT NULL, `agent_id` text, `parent_key` text,
	CONSTRAINT "conversations_mode" CHECK("conversations"."mode" in ('auto', 'manual', 'paused', 'draining'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_local_id` ON `conversations` (`local_conversation_id`);
--> statement-breakpoint
CREATE TABLE `delivery_jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`assistant_message_id` text,
	`message_text` text NOT NULL,
	`delivery_kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`status` text NOT NULL,
	`attempt_count` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`last_error_code` text,
	`last_error_text` text,
	`client_id` text,
	`reconcile` integer NOT NULL,
	`due_at` integer,
	`user_message_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`version` integer DEFAULT 1 NOT NULL, `origin` text DEFAULT 'reply' NOT NULL, `chain_json` text DEFAULT '[]' NOT NULL, `final_anchor_id` text, `dismissed_at` integer, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "delivery_jobs_status" CHECK("delivery_jobs"."status" in ('pending', 'dispatched', 'acked', 'finalized', 'retry_wait', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_jobs_dedupe` ON `delivery_jobs` (`dedupe_key`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_queue` ON `delivery_jobs` (`conversation_key`,`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_in_flight` ON `delivery_jobs` (`status`,`client_id`) WHERE "delivery_jobs"."status" in ('dispatched', 'acked');
--> statement-breakpoint
CREATE INDEX `delivery_jobs_due` ON `delivery_jobs` (`due_at`) WHERE "delivery_jobs"."due_at" is not null;
--> statement-breakpoint
CREATE TABLE `events` (
	`event_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`conversation_key` text,
	`actor` text NOT NULL,
	`at` integer NOT NULL,
	`detail_json` text NOT NULL
, `space_id` text DEFAULT 'local' NOT NULL);
--> statement-breakpoint
CREATE INDEX `events_of` ON `events` (`conversation_key`,`event_id`);
--> statement-breakpoint
CREATE INDEX `events_about` ON `events` (`subject_id`);
--> statement-breakpoint
CREATE TABLE `instructions` (
	`instruction_id` text PRIMARY KEY NOT NULL,
	`anchor_id` text NOT NULL,
	`conversation_key` text NOT NULL,
	`position` integer NOT NULL,
	`target` text NOT NULL,
	`tool` text NOT NULL,
	`params_json` text NOT NULL,
	`risk` text NOT NULL,
	`idempotent` integer NOT NULL,
	`status` text NOT NULL,
	`result_text` text,
	`result_format` text NOT NULL,
	`error_code` text,
	`error_text` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`version` integer DEFAULT 1 NOT NULL, `read_only` integer DEFAULT false NOT NULL, `may_have_run` integer DEFAULT false NOT NULL, `space_id` text DEFAULT 'local' NOT NULL, `tool_pin` text,
	FOREIGN KEY (`anchor_id`) REFERENCES `message_anchors`(`anchor_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `instructions_once` ON `instructions` (`anchor_id`,`position`);
--> statement-breakpoint
CREATE TABLE `message_anchors` (
	`anchor_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`assistant_message_id` text NOT NULL,
	`observed_at` integer NOT NULL,
	`source` text NOT NULL,
	`raw_text` text NOT NULL,
	`diagnostic_tab_id` integer,
	`diagnostic_page_url` text,
	`version` integer DEFAULT 1 NOT NULL, `actions_hash` text, `chain_json` text DEFAULT '[]' NOT NULL, `space_id` text DEFAULT 'local' NOT NULL, `complete` text DEFAULT 'whole' NOT NULL, `is_second` integer DEFAULT false NOT NULL, `left_at` integer,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_anchors_once` ON `message_anchors` (`conversation_key`,`assistant_message_id`);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`client_id` text NOT NULL,
	`seq` integer NOT NULL,
	`frame_json` text NOT NULL,
	`created_at` integer NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`client_id`, `seq`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`account_key` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`next_send_at` integer NOT NULL,
	`parked_until` integer,
	`park_reason` text,
	`parks_in_row` integer NOT NULL,
	`recent_sends_json` text NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `space_id` text DEFAULT 'local' NOT NULL);
--> statement-breakpoint
CREATE TABLE `artifacts` (
	`artifact_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`instruction_id` text,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `artifacts_of` ON `artifacts` (`conversation_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `artifacts_newest` ON `artifacts` (`created_at`,`artifact_id`);
--> statement-breakpoint
CREATE INDEX `artifacts_content` ON `artifacts` (`sha256`);
--> statement-breakpoint
CREATE TABLE `conversation_labels` (
	`conversation_key` text NOT NULL,
	`label` text NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`conversation_key`, `label`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `policy_rules` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text,
	`tool_pattern` text NOT NULL,
	`params_pattern_json` text,
	`decision` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `space_id` text DEFAULT 'local' NOT NULL, `agent_id` text, `even_if_tainted` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `policy_rules_of` ON `policy_rules` (`conversation_key`);
--> statement-breakpoint
CREATE TABLE `renewals` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`goal` text NOT NULL,
	`message` text,
	`spacing_ms` integer NOT NULL,
	`max_turns` integer NOT NULL,
	`turns_used` integer NOT NULL,
	`stop_phrase` text,
	`quiet_from_minute` integer,
	`quiet_to_minute` integer,
	`time_zone` text,
	`status` text NOT NULL,
	`stop_reason` text,
	`due_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `renewals_due` ON `renewals` (`due_at`) WHERE "renewals"."due_at" is not null;
--> statement-breakpoint
CREATE TABLE `searchable` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`ref_id` text NOT NULL,
	`at` integer NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `searchable_once` ON `searchable` (`kind`,`ref_id`);
--> statement-breakpoint
CREATE INDEX `searchable_of` ON `searchable` (`conversation_key`);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value_json` text NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
, `space_id` text DEFAULT 'local' NOT NULL);
--> statement-breakpoint
CREATE TABLE `user_turns` (
	`turn_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`user_message_id` text NOT NULL,
	`raw_text` text NOT NULL,
	`author` text NOT NULL,
	`job_id` text,
	`observed_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_turns_once` ON `user_turns` (`conversation_key`,`user_message_id`);
--> statement-breakpoint
CREATE INDEX `user_turns_in_order` ON `user_turns` (`conversation_key`,`observed_at`);
--> statement-breakpoint
CREATE INDEX `instructions_newest` ON `instructions` (`created_at`,`instruction_id`);
--> statement-breakpoint
CREATE INDEX `instructions_open` ON `instructions` (`conversation_key`) WHERE "instructions"."status" not in ('succeeded', 'failed');
--> statement-breakpoint
CREATE INDEX `instructions_of` ON `instructions` (`conversation_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `instructions_unfinished` ON `instructions` (`status`) WHERE "instructions"."status" not in ('succeeded', 'failed');
--> statement-breakpoint
CREATE INDEX `conversations_recent` ON `conversations` (`updated_at`,`local_conversation_id`);
--> statement-breakpoint
CREATE INDEX `conversations_by_platform` ON `conversations` (`platform`,`updated_at`);
--> statement-breakpoint
CREATE INDEX `conversations_by_mode` ON `conversations` (`mode`,`updated_at`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_newest` ON `delivery_jobs` (`created_at`,`job_id`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_by_status` ON `delivery_jobs` (`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_open` ON `delivery_jobs` (`conversation_key`) WHERE "delivery_jobs"."status" not in ('finalized', 'failed');
--> statement-breakpoint
CREATE INDEX `message_anchors_in_order` ON `message_anchors` (`conversation_key`,`observed_at`);
--> statement-breakpoint
CREATE VIRTUAL TABLE message_search USING fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE INDEX `delivery_jobs_of` ON `delivery_jobs` (`conversation_key`,`created_at`,`job_id`);
--> statement-breakpoint
CREATE INDEX `delivery_jobs_ended_by` ON `delivery_jobs` (`final_anchor_id`) WHERE "delivery_jobs"."final_anchor_id" is not null;
--> statement-breakpoint
CREATE TABLE `attempt_holders` (
	`job_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`client_id` text NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`job_id`, `attempt`),
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `client_conversations` (
	`conversation_key` text NOT NULL,
	`client_id` text NOT NULL, `space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`conversation_key`, `client_id`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `face_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`token_hash` text NOT NULL,
	`scope` text NOT NULL,
	`host` text NOT NULL,
	`user_agent` text NOT NULL,
	`boot_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `seen_event_id` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "face_sessions_scope" CHECK("face_sessions"."scope" in ('watch', 'answer', 'full'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `face_sessions_token_hash_unique` ON `face_sessions` (`token_hash`);
--> statement-breakpoint
CREATE TABLE `executors` (
	`executor_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`capabilities_json` text NOT NULL,
	`reported_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `resource_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`resource_id` text,
	`chat_session_id` text NOT NULL,
	`caller` text NOT NULL,
	`instruction_id` text,
	`tool` text NOT NULL,
	`args_json` text NOT NULL,
	`writes` integer NOT NULL,
	`risk` text NOT NULL,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`queued_at` integer NOT NULL,
	`dispatched_at` integer,
	`finished_at` integer,
	`deadline_at` integer,
	`expect_json` text,
	`result_json` text,
	`error_code` text,
	`error_text` text,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`resource_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_session_id`) REFERENCES `chat_sessions`(`chat_session_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instruction_id`) REFERENCES `instructions`(`instruction_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `resource_calls_open` ON `resource_calls` (`resource_id`,`queued_at`) WHERE "resource_calls"."status" not in ('succeeded', 'failed', 'unknown');
--> statement-breakpoint
CREATE INDEX `resource_calls_of` ON `resource_calls` (`chat_session_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `resource_calls_newest` ON `resource_calls` (`created_at`,`call_id`);
--> statement-breakpoint
CREATE INDEX `resource_calls_due` ON `resource_calls` (`deadline_at`) WHERE "resource_calls"."status" in ('queued', 'dispatched', 'begun');
--> statement-breakpoint
CREATE TABLE `resource_tabs` (
	`tab_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text DEFAULT 'main' NOT NULL,
	`resource_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text,
	`icon` text,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_active_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`resource_id`) REFERENCES `resources`(`resource_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resource_tabs_resource_id_unique` ON `resource_tabs` (`resource_id`);
--> statement-breakpoint
CREATE TABLE `resources` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`resource_type` text NOT NULL,
	`chat_session_id` text NOT NULL,
	`idx` integer NOT NULL,
	`adapter` text NOT NULL,
	`executor_id` text NOT NULL,
	`origin_kind` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`last_url` text,
	`last_title` text,
	`driver_id` integer,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `last_doc` text, `browser_name` text,
	FOREIGN KEY (`chat_session_id`) REFERENCES `chat_sessions`(`chat_session_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resources_once` ON `resources` (`chat_session_id`,`resource_type`,`idx`);
--> statement-breakpoint
CREATE INDEX `resources_open` ON `resources` (`executor_id`) WHERE "resources"."status" not in ('closed', 'failed');
--> statement-breakpoint
CREATE TABLE `site_grants` (
	`grant_id` text PRIMARY KEY NOT NULL,
	`executor_id` text NOT NULL,
	`origin` text NOT NULL,
	`chat_session_id` text,
	`level` text NOT NULL,
	`until` integer,
	`granted_at` integer NOT NULL,
	`revoked_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`executor_id`) REFERENCES `clients`(`client_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `site_grants_of` ON `site_grants` (`executor_id`,`origin`);
--> statement-breakpoint
CREATE TABLE `chat_sessions` (
	`chat_session_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`conversation_key` text,
	`label` text DEFAULT '' NOT NULL,
	`active_tab_id` text,
	`next_index` integer DEFAULT 0 NOT NULL,
	`taint_json` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `client_seen_at` integer, `seen_json` text,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "chat_sessions_kind" CHECK("chat_sessions"."kind" in ('conversation', 'client'))
);
--> statement-breakpoint
CREATE INDEX `chat_sessions_of` ON `chat_sessions` (`conversation_key`);
--> statement-breakpoint
CREATE TABLE "approvals" (
	`approval_id` text PRIMARY KEY NOT NULL,
	`instruction_id` text,
	`conversation_key` text,
	`subject_kind` text DEFAULT 'instruction' NOT NULL,
	`subject_id` text,
	`subject_json` text,
	`kind` text DEFAULT 'permission' NOT NULL,
	`decision` text NOT NULL,
	`quoted` integer DEFAULT false NOT NULL,
	`reason` text,
	`expires_at` integer,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `tool_changed` integer DEFAULT false NOT NULL, `may_leak` integer DEFAULT false NOT NULL, `second_reply` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`instruction_id`) REFERENCES `instructions`(`instruction_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `approvals_about` ON `approvals` (`instruction_id`);
--> statement-breakpoint
CREATE INDEX `approvals_of` ON `approvals` (`conversation_key`,`created_at`);
--> statement-breakpoint
CREATE INDEX `approvals_by_decision` ON `approvals` (`decision`,`created_at`);
--> statement-breakpoint
CREATE INDEX `approvals_expiring` ON `approvals` (`expires_at`) WHERE "approvals"."expires_at" is not null and "approvals"."decision" = 'open';
--> statement-breakpoint
CREATE TABLE `agent_messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`parent_id` text,
	`path` text NOT NULL,
	`role` text NOT NULL,
	`run_id` text NOT NULL,
	`parts_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_messages_in_order` ON `agent_messages` (`conversation_key`,`path`);
--> statement-breakpoint
CREATE TABLE `agent_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`ai_message_id` text NOT NULL,
	`status` text NOT NULL,
	`stop_reason` text,
	`error_code` text,
	`error_text` text,
	`steps_used` integer NOT NULL,
	`calls_used` integer NOT NULL,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`due_at` integer,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `workers_used` integer DEFAULT 0 NOT NULL, `parent_run_id` text, `work_ms` integer DEFAULT 0 NOT NULL, `steers_json` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "agent_runs_status" CHECK("agent_runs"."status" in ('running', 'waiting_person', 'waiting_model', 'stopping', 'succeeded', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE INDEX `agent_runs_of` ON `agent_runs` (`conversation_key`,`started_at`);
--> statement-breakpoint
CREATE INDEX `agent_runs_newest` ON `agent_runs` (`started_at`,`run_id`);
--> statement-breakpoint
CREATE INDEX `agent_runs_open` ON `agent_runs` (`status`) WHERE "agent_runs"."status" not in ('succeeded', 'failed', 'stopped');
--> statement-breakpoint
CREATE TABLE `agent_sessions` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`agent_id` text NOT NULL,
	`definition_json` text NOT NULL,
	`model_ref` text NOT NULL,
	`head_message_id` text,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `run_mode` text DEFAULT 'normal' NOT NULL, `parent_instruction_id` text,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_sessions_newest` ON `agent_sessions` (`created_at`,`conversation_key`);
--> statement-breakpoint
CREATE TABLE `agent_steps` (
	`step_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`model_ref` text NOT NULL,
	`attempt` integer NOT NULL,
	`text` text NOT NULL,
	`reasoning` text NOT NULL,
	`calls_json` text NOT NULL,
	`finish_reason` text,
	`tokens_in` integer NOT NULL,
	`tokens_out` integer NOT NULL,
	`started_at` integer NOT NULL,
	`replied_at` integer,
	`finished_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `job_id` text, `steers_json` text DEFAULT '[]' NOT NULL, `complete` text DEFAULT 'whole' NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_steps_status" CHECK("agent_steps"."status" in ('calling', 'acting', 'closed', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_steps_once` ON `agent_steps` (`run_id`,`number`);
--> statement-breakpoint
CREATE TABLE `agent_definitions` (
	`agent_id` text PRIMARY KEY NOT NULL,
	`definition_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_sessions_of_call` ON `agent_sessions` (`parent_instruction_id`);
--> statement-breakpoint
CREATE INDEX `conversations_by_parent` ON `conversations` (`parent_key`) WHERE "conversations"."parent_key" is not null;
--> statement-breakpoint
CREATE TABLE `agent_stream_rows` (
	`run_id` text NOT NULL,
	`first` integer NOT NULL,
	`count` integer NOT NULL,
	`body` text NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`run_id`, `first`),
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `agent_streams` (
	`run_id` text PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL,
	`bytes` integer NOT NULL,
	`is_open` integer NOT NULL,
	`began_at` integer NOT NULL,
	`closed_at` integer,
	`is_dropped` integer NOT NULL,
	`told_json` text NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `agent_runs`(`run_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `agent_streams_open` ON `agent_streams` (`is_open`) WHERE "agent_streams"."is_open" = 1;
--> statement-breakpoint
CREATE INDEX `agent_streams_kept` ON `agent_streams` (`closed_at`) WHERE "agent_streams"."is_dropped" = 0;
--> statement-breakpoint
CREATE TABLE `agent_turns` (
	`job_id` text PRIMARY KEY NOT NULL,
	`conversation_key` text NOT NULL,
	`client_message_id` text,
	`asks` text NOT NULL,
	`parent_id` text,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `memories` (
	`conversation_key` text PRIMARY KEY NOT NULL,
	`next_number` integer NOT NULL,
	`recent_changes_json` text DEFAULT '[]' NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `memory_items` (
	`item_key` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`conversation_key` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`note` text,
	`status` text NOT NULL,
	`superseded_by` text,
	`changed_by` text NOT NULL,
	`why` text,
	`changed_in` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "memory_items_status" CHECK("memory_items"."status" in ('active', 'done', 'superseded', 'removed')),
	CONSTRAINT "memory_items_kind" CHECK("memory_items"."kind" in ('goals', 'decisions', 'todos', 'facts', 'open_questions'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memory_items_once` ON `memory_items` (`conversation_key`,`item_id`);
--> statement-breakpoint
CREATE INDEX `memory_items_shown` ON `memory_items` (`conversation_key`) WHERE "memory_items"."status" in ('active', 'done');
--> statement-breakpoint
CREATE TABLE `tool_pins` (
	`tool_id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`description_json` text NOT NULL,
	`accepted_at` integer NOT NULL,
	`accepted_by` text NOT NULL,
	`changed_json` text,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `model_bindings_of_chat` ON `model_bindings` (`conversation_key`) WHERE "model_bindings"."state" = 'bound';
--> statement-breakpoint
CREATE UNIQUE INDEX `model_bindings_of_session` ON `model_bindings` (`session_key`) WHERE "model_bindings"."state" = 'bound';
--> statement-breakpoint
CREATE INDEX `agent_steps_asking` ON `agent_steps` (`job_id`) WHERE "agent_steps"."job_id" is not null;
--> statement-breakpoint
CREATE TABLE `schedules` (
	`schedule_id` text PRIMARY KEY NOT NULL,
	`agent_id` text,
	`conversation_key` text,
	`model_ref` text,
	`run_mode` text,
	`prompt` text NOT NULL,
	`cron` text,
	`every_ms` integer,
	`at` integer,
	`time_zone` text NOT NULL,
	`missed` text NOT NULL,
	`overlap` text NOT NULL,
	`status` text NOT NULL,
	`next_at` integer,
	`last_tick` integer,
	`last_outcome` text,
	`last_error_code` text,
	`last_error_text` text,
	`last_job_id` text,
	`turns` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "schedules_status" CHECK("schedules"."status" in ('active', 'paused', 'ended'))
);
--> statement-breakpoint
CREATE INDEX `schedules_of` ON `schedules` (`conversation_key`);
--> statement-breakpoint
CREATE INDEX `schedules_due` ON `schedules` (`next_at`) WHERE "schedules"."next_at" is not null;
--> statement-breakpoint
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
CREATE INDEX `artifact_copies_of` ON `artifact_copies` (`sha256`,`place`,`status`);
--> statement-breakpoint
CREATE INDEX `artifact_copies_oldest` ON `artifact_copies` (`place`,`status`,`updated_at`,`sha256`);
--> statement-breakpoint
CREATE INDEX `model_bindings_by_chat` ON `model_bindings` (`conversation_key`);
--> statement-breakpoint
CREATE INDEX `policy_rules_of_agent` ON `policy_rules` (`agent_id`) WHERE "policy_rules"."agent_id" is not null;
--> statement-breakpoint
CREATE TABLE `run_inputs` (
	`input_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`worker_id` text NOT NULL,
	`origin` text NOT NULL,
	`task_id` text,
	`status` text NOT NULL,
	`job_id` text,
	`risk` text NOT NULL,
	`reasons_json` text DEFAULT '[]' NOT NULL,
	`sealed` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `delivery_jobs`(`job_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_inputs_status" CHECK("run_inputs"."status" in ('queued', 'sent', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `run_inputs_of` ON `run_inputs` (`run_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `run_inputs_by` ON `run_inputs` (`worker_id`);
--> statement-breakpoint
CREATE INDEX `run_inputs_as` ON `run_inputs` (`job_id`);
--> statement-breakpoint
CREATE TABLE `run_tasks` (
	`task_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`role` text NOT NULL,
	`worker_id` text,
	`depends_on_json` text DEFAULT '[]' NOT NULL,
	`attempt` integer NOT NULL,
	`asked` integer NOT NULL,
	`news_at` integer,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `needs_json` text DEFAULT '[]' NOT NULL, `is_reviewed` integer DEFAULT false NOT NULL, `reviewer_id` text REFERENCES run_workers(worker_id) ON DELETE set null, `returns` integer DEFAULT 0 NOT NULL, `stuck_at` integer, `restarts` integer DEFAULT 0 NOT NULL, `is_expected` integer DEFAULT false NOT NULL, `begun_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_tasks_status" CHECK("run_tasks"."status" in ('planned', 'assigned', 'working', 'review', 'blocked', 'done', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `run_tasks_of` ON `run_tasks` (`run_id`,`position`);
--> statement-breakpoint
CREATE INDEX `run_tasks_by` ON `run_tasks` (`worker_id`);
--> statement-breakpoint
CREATE TABLE `run_workers` (
	`worker_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`role` text NOT NULL,
	`template_id` text NOT NULL,
	`is_planner` integer NOT NULL,
	`conversation_key` text,
	`begun_at` integer,
	`mark` text,
	`held_by` text,
	`ended_at` integer,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `rules_json` text DEFAULT '[]' NOT NULL, `limits_json` text DEFAULT '{"maxInputs":null,"maxMinutes":null}' NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_workers_of` ON `run_workers` (`run_id`,`position`);
--> statement-breakpoint
CREATE INDEX `run_workers_at` ON `run_workers` (`conversation_key`);
--> statement-breakpoint
CREATE TABLE `runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`before_pause` text,
	`paused_by` text,
	`team_id` text NOT NULL,
	`planner_id` text NOT NULL,
	`limits_json` text NOT NULL,
	`inputs_used` integer NOT NULL,
	`review_plan` integer NOT NULL,
	`planned_at` integer,
	`plan_hash` text,
	`same_plans` integer NOT NULL,
	`told_at` integer NOT NULL,
	`hints` integer NOT NULL,
	`completed_at` integer,
	`attempt` integer NOT NULL,
	`sealed` text NOT NULL,
	`started_at` integer,
	`ready_at` integer,
	`ended_at` integer,
	`error_code` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL, `digest_at` integer DEFAULT 0 NOT NULL, `stalls` integer DEFAULT 0 NOT NULL, `asks` integer DEFAULT 0 NOT NULL, `ladder` text DEFAULT 'ask' NOT NULL, `keeps_programs` integer DEFAULT false NOT NULL,
	CONSTRAINT "runs_status" CHECK("runs"."status" in ('draft', 'starting', 'planning', 'executing', 'reporting', 'paused', 'finished', 'stopped', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `runs_newest` ON `runs` (`created_at`,`run_id`);
--> statement-breakpoint
CREATE INDEX `runs_open` ON `runs` (`status`) WHERE "runs"."status" not in ('finished', 'stopped', 'failed');
--> statement-breakpoint
CREATE TABLE `run_evidence` (
	`evidence_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`task_id` text NOT NULL,
	`worker_id` text,
	`kind` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`task_id`) REFERENCES `run_tasks`(`task_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "run_evidence_kind" CHECK("run_evidence"."kind" in ('patch', 'test', 'command', 'todo', 'link', 'file', 'note'))
);
--> statement-breakpoint
CREATE INDEX `run_evidence_of` ON `run_evidence` (`run_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `run_evidence_for` ON `run_evidence` (`task_id`);
--> statement-breakpoint
CREATE INDEX `run_evidence_by` ON `run_evidence` (`worker_id`);
--> statement-breakpoint
CREATE TABLE `run_teams` (
	`team_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "run_teams_source" CHECK("run_teams"."source" in ('own', 'imported'))
);
--> statement-breakpoint
CREATE INDEX `run_tasks_reviewed_by` ON `run_tasks` (`reviewer_id`);
--> statement-breakpoint
CREATE TABLE `run_calls` (
	`call_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`worker_id` text NOT NULL,
	`external_id` text NOT NULL,
	`payload_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`run_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`worker_id`) REFERENCES `run_workers`(`worker_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_calls_once` ON `run_calls` (`worker_id`,`external_id`);
--> statement-breakpoint
CREATE INDEX `run_calls_of` ON `run_calls` (`run_id`);
--> statement-breakpoint
CREATE TABLE `run_templates` (
	`template_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chat_sessions_seen` ON `chat_sessions` (`client_seen_at`) WHERE "chat_sessions"."client_seen_at" is not null;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);
--> statement-breakpoint
CREATE TABLE `foreign_words` (
	`conversation_key` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`words` text NOT NULL,
	`is_loose` integer NOT NULL,
	`at` integer NOT NULL,
	`space_id` text DEFAULT 'local' NOT NULL,
	PRIMARY KEY(`conversation_key`, `source`, `source_id`),
	FOREIGN KEY (`conversation_key`) REFERENCES `conversations`(`conversation_key`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `foreign_words_by_age` ON `foreign_words` (`at`);
