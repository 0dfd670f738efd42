-- Money that goes back, what happened to an order, and the mails that tell of it.

-- What the provider says that came in, and why people have to look at an order.
ALTER TABLE orders ADD COLUMN received_in_cent INTEGER CHECK (received_in_cent >= 0);
ALTER TABLE orders ADD COLUMN attention TEXT CHECK (attention IN (
  'noPlace', 'review', 'refundFailed', 'refundedOutside', 'disputed', 'undecided'));
ALTER TABLE orders ADD COLUMN disputed_at TEXT;
UPDATE orders SET received_in_cent = amount_in_cent
  WHERE state IN ('paid', 'refund_pending', 'refunded') AND provider <> 'none';
UPDATE orders SET attention = 'review' WHERE state = 'review';
UPDATE orders SET attention = 'noPlace' WHERE state = 'refund_pending';
CREATE INDEX orders_attention ON orders (attention) WHERE attention IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (created_at);

-- The key says what is given back, so the same money never goes back twice: `order-7` all that is
-- left of an order, `place-12` one place, `double-tr_1` a second payment, `outside-…` not by us.
CREATE TABLE order_refunds (
  key TEXT PRIMARY KEY NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  participation_id INTEGER REFERENCES participations (id) ON DELETE SET NULL,
  -- The parade of that place, as it was called then: it may be deleted before somebody asks.
  title TEXT,
  payment_ref TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent > 0),
  reason TEXT NOT NULL CHECK (reason IN (
    'late', 'double', 'review', 'staff', 'paradeCancelled', 'outside')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'byHand')),
  attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt > 0),
  provider_ref TEXT,
  error TEXT,
  requested_at TEXT NOT NULL,
  requested_by INTEGER REFERENCES users (id),
  done_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX order_refunds_by_order ON order_refunds (order_id);
CREATE INDEX order_refunds_by_participation ON order_refunds (participation_id);
CREATE INDEX order_refunds_pending ON order_refunds (requested_at) WHERE state = 'pending';

INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, requested_at, done_at)
SELECT 'order-' || id, id, provider_ref, amount_in_cent, 'late',
  CASE state WHEN 'refunded' THEN 'done' ELSE 'pending' END, paid_at,
  CASE state WHEN 'refunded' THEN closed_at END
FROM orders WHERE state IN ('refund_pending', 'refunded')
  AND provider_ref IS NOT NULL AND paid_at IS NOT NULL AND amount_in_cent > 0;

CREATE INDEX payment_events_by_time ON payment_events (received_at);

-- One line for each thing that happened, in the order it happened.
CREATE TABLE order_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount_in_cent INTEGER,
  detail TEXT,
  user_id INTEGER REFERENCES users (id)
) STRICT;
CREATE INDEX order_history_by_order ON order_history (order_id, id);

INSERT INTO order_history (order_id, at, kind, amount_in_cent)
SELECT id, paid_at, 'paid', amount_in_cent FROM orders WHERE paid_at IS NOT NULL AND state = 'paid'
UNION ALL
SELECT id, closed_at, state, NULL FROM orders
  WHERE closed_at IS NOT NULL AND state IN ('expired', 'cancelled', 'failed', 'refunded');

-- Written in the batch that it tells of, sent after the answer.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What it tells of: `enrolled-7`, `refunded-place-12`. Nobody hears the same thing twice.
  key TEXT NOT NULL UNIQUE,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('enrolled', 'refunded')),
  refund_key TEXT REFERENCES order_refunds (key),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'skipped', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX mails_by_order ON mails (order_id);
CREATE INDEX mails_open ON mails (state, not_before) WHERE state IN ('waiting', 'sending');

-- The test payment's own book of refunds: the same key pays back once.
CREATE TABLE sandbox_refunds (
  key TEXT PRIMARY KEY NOT NULL,
  ref TEXT NOT NULL REFERENCES sandbox_payments (ref),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX sandbox_refunds_by_payment ON sandbox_refunds (ref);
