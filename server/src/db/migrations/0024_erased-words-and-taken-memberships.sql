-- Whose account was deleted before staff's answers and notes went with it is in them still, and in the log of them.
update ticket_messages m set message = '[erased]'
from tickets t join users u on u.id = t.user_id
where t.id = m.ticket_id and u.deleted_at is not null and m.message <> '[erased]';--> statement-breakpoint
update audit_log a set before = a.before - 'message', after = a.after - 'message'
from tickets t join users u on u.id = t.user_id
where a.subject = 'ticket:' || t.id and u.deleted_at is not null and (a.before ? 'message' or a.after ? 'message');--> statement-breakpoint
-- A membership that a refund took back has no days left.
update orders set membership_validity = null
where membership_taken_at is not null and membership_validity is not null;
