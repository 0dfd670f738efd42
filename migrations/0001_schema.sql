-- All the data of a guild, from the first day; what changes later comes in a file of its own.
--
-- Codes (states, kinds, roles, doors …) are plain TEXT: neither SQLite nor D1 can alter a CHECK, and D1
-- cannot rebuild a table that others refer to. worker/domain/codes.ts is the list, zod stands at the
-- door, and no API test may leave a code behind that nobody knows. Where the guild itself adds values a
-- foreign key decides. CHECKs guard numbers, flags, the order of dates, and that what is reserved has
-- an order.
--
-- Dates are 'YYYY-MM-DD', instants ISO 8601 in UTC, money whole cents. Who did something (`…_by`,
-- `user_id`) has no index: users are locked and never deleted, and nothing is looked up by them.

-- ── Staff ──────────────────────────────────────────────────────────────────────────────────

-- Who may sign in. Raising token_version ends every session of a user at once.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  password_hash TEXT NOT NULL,
  token_version INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE user_roles (
  user_id INTEGER NOT NULL REFERENCES users (id),
  role TEXT NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

-- Wrong passwords of the last hours, by address and network: what slows guessing down.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL,
  network TEXT NOT NULL,
  failed_at TEXT NOT NULL
) STRICT;
CREATE INDEX login_failures_by_key ON login_failures (email_address, network, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

-- ── Guild: what it may change itself ───────────────────────────────────────────────────────

-- One row.
CREATE TABLE guild_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  creditor_name TEXT NOT NULL DEFAULT '',
  creditor_id TEXT NOT NULL DEFAULT '',
  creditor_iban TEXT NOT NULL DEFAULT '',
  creditor_bic TEXT NOT NULL DEFAULT '',
  sepa_lead_days INTEGER NOT NULL DEFAULT 5 CHECK (sepa_lead_days >= 0),
  assembly_date TEXT
) STRICT;

-- What a year costs, by state and age. age_to is inclusive, NULL is without an upper end.
CREATE TABLE fee_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  valid_from INTEGER NOT NULL,
  state TEXT NOT NULL,
  age_from INTEGER NOT NULL DEFAULT 0 CHECK (age_from >= 0),
  age_to INTEGER CHECK (age_to >= age_from),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0)
) STRICT;
CREATE INDEX fee_rules_by_year ON fee_rules (valid_from);

-- What earns an honor: a threshold of parades or years, or, by hand, none.
CREATE TABLE honor_rules (
  type TEXT PRIMARY KEY,
  basis TEXT NOT NULL,
  threshold INTEGER CHECK (threshold > 0),
  label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The offices that count for a rule of years in office.
CREATE TABLE honor_rule_duties (
  type TEXT NOT NULL REFERENCES honor_rules (type),
  duty TEXT NOT NULL,
  PRIMARY KEY (type, duty)
) STRICT, WITHOUT ROWID;

-- Every SEPA file that was made is written down, so that nobody collects a year twice unawares.
CREATE TABLE sepa_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  year INTEGER NOT NULL,
  due_date TEXT NOT NULL,
  debit_count INTEGER NOT NULL CHECK (debit_count > 0),
  sum_in_cent INTEGER NOT NULL CHECK (sum_in_cent > 0)
) STRICT;
CREATE INDEX sepa_runs_by_year ON sepa_runs (year, id);

-- ── Members ────────────────────────────────────────────────────────────────────────────────

-- The `…_key` columns hold the name as it is searched, matched and compared: lower() knows ASCII only.
CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_number INTEGER NOT NULL DEFAULT 0 CHECK (member_number >= 0),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  maiden_name TEXT NOT NULL DEFAULT '',
  first_name_key TEXT NOT NULL,
  last_name_key TEXT NOT NULL,
  maiden_name_key TEXT NOT NULL DEFAULT '',
  address_street TEXT NOT NULL DEFAULT '',
  address_number TEXT NOT NULL DEFAULT '',
  address_plz TEXT NOT NULL DEFAULT '',
  address_town TEXT NOT NULL DEFAULT '',
  birthday TEXT,
  date_joined TEXT,
  date_left TEXT,
  phone TEXT NOT NULL DEFAULT '',
  phone_mobile TEXT NOT NULL DEFAULT '',
  e_mail TEXT NOT NULL DEFAULT '',
  membership_state TEXT NOT NULL DEFAULT 'Active',
  comment TEXT NOT NULL DEFAULT '',
  banking_iban TEXT NOT NULL DEFAULT '',
  banking_bic TEXT NOT NULL DEFAULT '',
  banking_account_owner TEXT NOT NULL DEFAULT '',
  banking_bank TEXT NOT NULL DEFAULT '',
  banking_sepa_allowed INTEGER NOT NULL DEFAULT 0 CHECK (banking_sepa_allowed IN (0, 1)),
  banking_sepa_allowed_date TEXT,
  individual_fee_in_cent INTEGER CHECK (individual_fee_in_cent >= 0),
  individual_fee_reason TEXT NOT NULL DEFAULT '',
  mandate_reference TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK (date_left IS NULL OR date_joined IS NULL OR date_left >= date_joined)
) STRICT;
CREATE UNIQUE INDEX members_number ON members (member_number) WHERE member_number > 0;
CREATE INDEX members_by_name ON members (last_name_key, first_name_key);
CREATE INDEX members_by_maiden_name ON members (maiden_name_key, first_name_key);
CREATE INDEX members_by_state ON members (membership_state, birthday);
CREATE INDEX members_by_birthday ON members (birthday);

-- When somebody was an active member; at most one span is open.
CREATE TABLE member_timespans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  from_date TEXT NOT NULL,
  to_date TEXT,
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX member_timespans_by_member ON member_timespans (member_id, from_date);
CREATE UNIQUE INDEX member_timespans_open ON member_timespans (member_id) WHERE to_date IS NULL;

-- Each honor once a member, save the one that may be given again and again. A rule that somebody was
-- honored by stays.
CREATE TABLE honors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  type TEXT NOT NULL REFERENCES honor_rules (type),
  date TEXT NOT NULL,
  comment TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX honors_once ON honors (member_id, type) WHERE type <> 'Extra_Certificate';
CREATE INDEX honors_by_member ON honors (member_id, date);
CREATE INDEX honors_by_type ON honors (type, date);

-- The duty book: who held which office, and until when.
CREATE TABLE duty_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  duty TEXT NOT NULL,
  from_date TEXT NOT NULL,
  to_date TEXT,
  comment TEXT NOT NULL DEFAULT '',
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX duty_entries_by_member ON duty_entries (member_id, from_date);
CREATE INDEX duty_entries_by_duty ON duty_entries (duty, to_date);

-- ── Costumes ───────────────────────────────────────────────────────────────────────────────

CREATE TABLE costume_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

-- A number is given out again once its costume is deregistered.
CREATE TABLE costumes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL,
  number_key TEXT NOT NULL,
  costume_type_id INTEGER NOT NULL REFERENCES costume_types (id),
  registered_since TEXT,
  registered_until TEXT,
  comment TEXT NOT NULL DEFAULT '',
  CHECK (registered_until IS NULL OR registered_since IS NULL OR registered_until >= registered_since)
) STRICT;
CREATE UNIQUE INDEX costumes_number ON costumes (costume_type_id, number_key) WHERE registered_until IS NULL;
CREATE INDEX costumes_by_type ON costumes (costume_type_id);

-- Who had a costume from when to when; nobody's row is open while it is the guild's.
CREATE TABLE costume_ownerships (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  costume_id INTEGER NOT NULL REFERENCES costumes (id),
  member_id INTEGER NOT NULL REFERENCES members (id),
  owned_from TEXT NOT NULL,
  owned_to TEXT,
  CHECK (owned_to IS NULL OR owned_to >= owned_from)
) STRICT;
CREATE UNIQUE INDEX costume_ownerships_open ON costume_ownerships (costume_id) WHERE owned_to IS NULL;
CREATE INDEX costume_ownerships_by_costume ON costume_ownerships (costume_id, owned_from, id);
CREATE INDEX costume_ownerships_by_member ON costume_ownerships (member_id, owned_from);

-- ── Parades, orders, participations ────────────────────────────────────────────────────────

-- search_key: host, title and town in one line, normalised, for the search of host guilds.
CREATE TABLE parades (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  host TEXT NOT NULL,
  host_town TEXT NOT NULL DEFAULT '',
  host_plz TEXT NOT NULL DEFAULT '',
  search_key TEXT NOT NULL,
  date TEXT NOT NULL,
  parade_number INTEGER NOT NULL DEFAULT 0 CHECK (parade_number >= 0),
  comment TEXT NOT NULL DEFAULT '',
  price_for_adults_in_cent INTEGER NOT NULL DEFAULT 0
    CHECK (price_for_adults_in_cent BETWEEN 0 AND 100000),
  price_for_children_in_cent INTEGER NOT NULL DEFAULT 0
    CHECK (price_for_children_in_cent BETWEEN 0 AND 100000),
  date_enrolment_start TEXT NOT NULL,
  date_enrolment_end TEXT NOT NULL,
  is_child_parade INTEGER NOT NULL DEFAULT 0 CHECK (is_child_parade IN (0, 1)),
  CHECK (date_enrolment_start <= date_enrolment_end AND date_enrolment_end <= date)
) STRICT;
CREATE INDEX parades_by_date ON parades (date, parade_number);
CREATE INDEX parades_by_enrolment_end ON parades (date_enrolment_end, date);
CREATE INDEX parades_by_host ON parades (host, host_plz, host_town);
CREATE INDEX parades_by_title ON parades (title);
CREATE INDEX parades_by_number ON parades (parade_number);

-- What somebody enrolled for in one go and pays at once. The token names it in every public address;
-- the same request again while it is pending is the same order. received_in_cent is what the provider
-- says that came in, attention why people have to look at it.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE,
  request_key TEXT NOT NULL,
  state TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0),
  currency TEXT NOT NULL DEFAULT 'EUR',
  provider TEXT NOT NULL,
  provider_ref TEXT UNIQUE,
  redirect_url TEXT,
  -- How many places it was written with: late money is for all of them or none.
  place_count INTEGER NOT NULL CHECK (place_count > 0),
  hold_until TEXT NOT NULL,
  email_address TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  success_url TEXT NOT NULL,
  error_url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  paid_at TEXT,
  closed_at TEXT,
  received_in_cent INTEGER CHECK (received_in_cent >= 0),
  attention TEXT,
  disputed_at TEXT
) STRICT;
CREATE UNIQUE INDEX orders_same_request ON orders (request_key) WHERE state = 'pending';
CREATE INDEX orders_by_state ON orders (state, hold_until);
CREATE INDEX orders_attention ON orders (attention) WHERE attention IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (created_at);

-- A place in a parade, whichever door it came by. Member, costume and order may be missing: guests,
-- borrowed costumes, staff's own entries.
CREATE TABLE participations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parade_id INTEGER NOT NULL REFERENCES parades (id),
  member_id INTEGER REFERENCES members (id),
  order_id INTEGER REFERENCES orders (id),
  door TEXT NOT NULL,
  state TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  birthday TEXT,
  -- Who it turned out to be: `m:…` a member, `p:…` a name and birthday.
  person_key TEXT NOT NULL,
  -- Who was given at the door: `p:…`, the name as it was typed, or `m:…`, a member somebody picked. It
  -- never changes, so the same name is the same person in a parade even after it was matched, and
  -- undoing a match finds what was matched with it.
  given_key TEXT NOT NULL DEFAULT '',
  costume_type_id INTEGER NOT NULL REFERENCES costume_types (id),
  costume_id INTEGER REFERENCES costumes (id),
  costume_number TEXT NOT NULL DEFAULT '',
  costume_number_key TEXT NOT NULL DEFAULT '',
  age_class TEXT NOT NULL,
  price_in_cent INTEGER NOT NULL CHECK (price_in_cent >= 0),
  participation_fee_payed INTEGER NOT NULL DEFAULT 0 CHECK (participation_fee_payed IN (0, 1)),
  fee_payed_at TEXT,
  fee_payed_by INTEGER REFERENCES users (id),
  participation_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (participation_confirmed IN (0, 1)),
  participation_confirmed_at TEXT,
  confirmed_by INTEGER REFERENCES users (id),
  cancelled_at TEXT,
  cancelled_by INTEGER REFERENCES users (id),
  created_at TEXT NOT NULL,
  created_by INTEGER REFERENCES users (id),
  CHECK (state <> 'reserved' OR order_id IS NOT NULL)
) STRICT;
-- Once per parade, whoever and whatever: these two indexes decide every race.
CREATE UNIQUE INDEX participations_person ON participations (parade_id, person_key)
  WHERE state IN ('reserved', 'booked');
CREATE UNIQUE INDEX participations_costume ON participations (parade_id, costume_type_id, costume_number_key)
  WHERE state IN ('reserved', 'booked') AND costume_number_key <> '';
CREATE INDEX participations_by_parade ON participations (parade_id, state, participation_confirmed);
CREATE INDEX participations_by_member ON participations (member_id, state, participation_confirmed);
CREATE INDEX participations_by_order ON participations (order_id);
CREATE INDEX participations_by_costume ON participations (costume_id);
CREATE INDEX participations_by_costume_type ON participations (costume_type_id);
CREATE INDEX participations_by_person ON participations (person_key);
CREATE INDEX participations_given ON participations (parade_id, given_key)
  WHERE state IN ('reserved', 'booked');

-- ── Money that goes back, what happened to an order, and the mails that tell of it ─────────

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
  reason TEXT NOT NULL,
  state TEXT NOT NULL,
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

-- Written in the batch that it tells of, sent after the answer. Not every mail is about an order.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What it tells of: `enrolled-7`, `refunded-place-12`. Nobody hears the same thing twice.
  key TEXT NOT NULL UNIQUE,
  order_id INTEGER REFERENCES orders (id),
  kind TEXT NOT NULL,
  refund_key TEXT REFERENCES order_refunds (key),
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX mails_by_order ON mails (order_id);
-- Each refund written looks for mails that name it: the foreign key asks.
CREATE INDEX mails_by_refund ON mails (refund_key) WHERE refund_key IS NOT NULL;
CREATE INDEX mails_open ON mails (state, not_before) WHERE state IN ('waiting', 'sending');

-- What a provider told us and what took effect: the same notification again changes nothing.
CREATE TABLE payment_events (
  provider TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id),
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_order ON payment_events (order_id);
CREATE INDEX payment_events_by_time ON payment_events (received_at);

-- The books of the test payment: what a real provider would keep on its side.
CREATE TABLE sandbox_payments (
  ref TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  return_url TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- The test payment's own book of refunds: the same key pays back once.
CREATE TABLE sandbox_refunds (
  key TEXT PRIMARY KEY NOT NULL,
  ref TEXT NOT NULL REFERENCES sandbox_payments (ref),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX sandbox_refunds_by_payment ON sandbox_refunds (ref);

-- ── Statistics ─────────────────────────────────────────────────────────────────────────────

-- Answers as they were last computed, with the day and the version of the data they were computed of.
CREATE TABLE prepared_statistics (
  name TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  data_version INTEGER NOT NULL,
  body TEXT NOT NULL,
  prepared_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row, once the defaults are in.
CREATE TABLE data_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Every write to what a prepared statistic reads moves the version of the data on, so that no write
-- can forget it. Of participations only booked ones are read anywhere: a reservation moves nothing.

CREATE TRIGGER members_insert_moves_version AFTER INSERT ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER members_delete_moves_version AFTER DELETE ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER members_update_moves_version AFTER UPDATE OF first_name, last_name,
    first_name_key, last_name_key, birthday, date_joined, date_left, membership_state
  ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_insert_moves_version AFTER INSERT ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_delete_moves_version AFTER DELETE ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_update_moves_version AFTER UPDATE ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_insert_moves_version AFTER INSERT ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_delete_moves_version AFTER DELETE ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_update_moves_version AFTER UPDATE ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_insert_moves_version AFTER INSERT ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_delete_moves_version AFTER DELETE ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_update_moves_version AFTER UPDATE ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_insert_moves_version AFTER INSERT ON participations WHEN NEW.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_delete_moves_version AFTER DELETE ON participations WHEN OLD.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_update_moves_version AFTER UPDATE OF parade_id, member_id, state,
    first_name, last_name, birthday, person_key, costume_type_id, participation_confirmed
  ON participations WHEN NEW.state = 'booked' OR OLD.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_insert_moves_version AFTER INSERT ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_delete_moves_version AFTER DELETE ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_update_moves_version AFTER UPDATE OF date ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_types_update_moves_version AFTER UPDATE OF name ON costume_types BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_insert_moves_version AFTER INSERT ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_delete_moves_version AFTER DELETE ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_update_moves_version AFTER UPDATE ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_insert_moves_version AFTER INSERT ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_delete_moves_version AFTER DELETE ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_update_moves_version AFTER UPDATE ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
