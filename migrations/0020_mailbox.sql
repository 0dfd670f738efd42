-- ── Whose mails are counted together ───────────────────────────────────────────────────────

-- The cap on mails counts by mailbox, not by spelling: worker/db/mailbox.ts.
CREATE INDEX orders_by_mailbox ON orders (
  lower(CASE WHEN instr(email_address, '@') = 0 THEN email_address
    WHEN lower(substr(email_address, instr(email_address, '@'))) IN ('@gmail.com', '@googlemail.com')
    THEN replace(substr(email_address, 1, min(instr(email_address || '+', '+'), instr(email_address, '@')) - 1), '.', '') || '@gmail.com'
    ELSE substr(email_address, 1, min(instr(email_address || '+', '+'), instr(email_address, '@')) - 1) || substr(email_address, instr(email_address, '@')) END),
  created_at
);
