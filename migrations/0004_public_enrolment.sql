-- The public enrolment for whole families, an order that belongs to its browser, and what a stranger
-- is told of the guild.

-- ── Orders ─────────────────────────────────────────────────────────────────────────────────

-- What providers and their addresses know an order by; `token` opens it for its payer and is theirs
-- alone. Payments that are open already come back under the token that they were opened with.
ALTER TABLE orders ADD COLUMN return_token TEXT NOT NULL DEFAULT '';
UPDATE orders SET return_token = token;
CREATE UNIQUE INDEX orders_return_token ON orders (return_token);

-- The network an order came from, as a keyed hash; forgotten after an hour.
ALTER TABLE orders ADD COLUMN network_key TEXT;
CREATE INDEX orders_by_network ON orders (network_key) WHERE network_key IS NOT NULL;

-- Whoever has lost the link to their orders has only their address; and none hears too much in an hour.
CREATE INDEX orders_by_address ON orders (lower(email_address), created_at);

-- ── Fairness ───────────────────────────────────────────────────────────────────────────────

-- The places that a network holds unpaid or has got for nothing (`unpaid`), and those it has paid, by
-- ten minutes of their orders' creation. Audited: no. In the disclosure: no, it names nobody. Wiped by
-- anonymise: no. Kept: two hours. In the export: yes, with nothing in it that matters.
CREATE TABLE network_load (
  network_key TEXT NOT NULL,
  slot TEXT NOT NULL,
  unpaid INTEGER NOT NULL DEFAULT 0,
  paid INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (network_key, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX network_load_by_slot ON network_load (slot);

-- What may be asked for a few times an hour only: `key` says what and by whom, as a keyed hash. The
-- same five answers as above, kept two hours.
CREATE TABLE hourly_counts (
  key TEXT NOT NULL,
  hour TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (key, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX hourly_counts_by_hour ON hourly_counts (hour);

-- ── Guild ──────────────────────────────────────────────────────────────────────────────────

-- Whether payers may give places back themselves, and until how many days before the parade.
ALTER TABLE guild_settings ADD COLUMN self_cancel TEXT NOT NULL DEFAULT 'off';
ALTER TABLE guild_settings ADD COLUMN self_cancel_days INTEGER NOT NULL DEFAULT 7;

-- Impressum and Datenschutz. An empty text: the page is written from the fields.
ALTER TABLE guild_settings ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN street TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN plz TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN town TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN representatives TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN contact_email TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN contact_phone TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN register_court TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN register_number TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN vat_id TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN privacy_contact TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN imprint_text TEXT NOT NULL DEFAULT '';
ALTER TABLE guild_settings ADD COLUMN privacy_text TEXT NOT NULL DEFAULT '';
