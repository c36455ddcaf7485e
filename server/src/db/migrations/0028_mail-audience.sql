DROP INDEX "outbox_contents_to";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "audience" text DEFAULT 'user' NOT NULL;--> statement-breakpoint
update outbox set audience = case template_name when 'Support notice' then 'support' else 'visitor' end
where template_name in ('Support notice', 'Contact answered');--> statement-breakpoint
-- A notice's key ended with the admin's address, which stayed in it when the admin's account was deleted.
update outbox o set audience = 'admins', dedupe_key = coalesce(
  (select regexp_replace(o.dedupe_key, ':[^:]*@[^:]*$', ':' || u.id) from users u where u.email = o.to_email),
  o.dedupe_key)
where o.template_name in ('Order paid', 'Payment problem', 'model-gone', 'model-ending', 'spending-limit', 'youtube-units')
  or o.dedupe_key like 'back:%';--> statement-breakpoint
CREATE INDEX "outbox_notices" ON "outbox" USING btree ("id") WHERE "outbox"."audience" in ('support', 'admins') and "outbox"."html" <> '';--> statement-breakpoint
CREATE INDEX "outbox_ticket" ON "outbox" USING btree (split_part("dedupe_key", ':', 2)) WHERE "outbox"."audience" = 'support';
