-- What a webhook told within a minute of the reconciler's find was no rescue.
update orders o set healed_by = 'webhook'
where healed_by = 'reconciler' and exists (
  select from webhook_events e
  where e.order_id = o.id
    and e.type in ('CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.COMPLETED', 'PAYMENT.CAPTURE.COMPLETED')
    and e.created_at between o.paid_at - interval '1 minute' and o.paid_at + interval '1 minute'
    and e.effect in ('paid', 'known')
);
