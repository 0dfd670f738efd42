-- The whole product's tables with every state from the start: a CHECK changed later means rebuilding a table.

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
  role TEXT NOT NULL CHECK (role IN ('management', 'readonly', 'helper')),
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL,
  network TEXT NOT NULL,
  failed_at TEXT NOT NULL
) STRICT;
CREATE INDEX login_failures_by_key ON login_failures (email_address, network, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

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
  membership_state TEXT NOT NULL DEFAULT 'Active'
    CHECK (membership_state IN ('Active', 'Passive', 'Left', 'Died')),
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

CREATE TABLE member_timespans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  from_date TEXT NOT NULL,
  to_date TEXT,
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX member_timespans_by_member ON member_timespans (member_id, from_date);
CREATE UNIQUE INDEX member_timespans_open ON member_timespans (member_id) WHERE to_date IS NULL;

CREATE TABLE honors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  type TEXT NOT NULL CHECK (type IN (
    'Parades_25', 'Parades_50', 'Parades_100', 'Parades_150', 'Parades_200', 'Parades_250', 'Parades_300',
    'Member_for_25_Years', 'Member_for_40_Years', 'Member_for_50_Years',
    'Extra_Certificate', 'Honorary_Member_Extra', 'Honorary_Member_25', 'Honorary_Cashier',
    'Ehrennarr_20', 'Ehrennarr_30', 'Obernarr_15', 'Obernarr_20',
    'Ehrenelferrat', 'Ehrenpraesident', 'Ehrenvizepraesident', 'Ehrenschriftfuehrer', 'Ehrenprotokollfuehrer',
    'Certificate_10_Years_va', 'Certificate_10_Years_av', 'Certificate_15_Years_av',
    'Certificate_30_Years', 'Certificate_35_Years')),
  date TEXT NOT NULL,
  comment TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX honors_once ON honors (member_id, type) WHERE type <> 'Extra_Certificate';
CREATE INDEX honors_by_member ON honors (member_id, date);
CREATE INDEX honors_by_type ON honors (type, date);

CREATE TABLE duty_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  duty TEXT NOT NULL CHECK (duty IN (
    '_1_Praesident', '_2_Praesident', 'Einkauf', 'Elferratsmitglied', 'Gardeleiter', 'Geschaeftsfuehrer',
    'Gruendungsmitglied', 'Kassenpruefer', 'Kassier', 'Kleiderchef', 'Protokollfuehrer', 'Schriftfuehrer',
    'Zunftraumverwalter')),
  from_date TEXT NOT NULL,
  to_date TEXT,
  comment TEXT NOT NULL DEFAULT '',
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX duty_entries_by_member ON duty_entries (member_id, from_date);
CREATE INDEX duty_entries_by_duty ON duty_entries (duty, to_date);

CREATE TABLE costume_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

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

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE,
  request_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN (
    'pending', 'paid', 'expired', 'cancelled', 'failed', 'review', 'refund_pending', 'refunded')),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0),
  currency TEXT NOT NULL DEFAULT 'EUR' CHECK (currency = 'EUR'),
  provider TEXT NOT NULL CHECK (provider IN ('sandbox', 'stripe', 'mollie', 'none')),
  provider_ref TEXT UNIQUE,
  redirect_url TEXT,
  place_count INTEGER NOT NULL CHECK (place_count > 0),
  hold_until TEXT NOT NULL,
  email_address TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  success_url TEXT NOT NULL,
  error_url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  paid_at TEXT,
  closed_at TEXT
) STRICT;
CREATE UNIQUE INDEX orders_same_request ON orders (request_key) WHERE state = 'pending';
CREATE INDEX orders_by_state ON orders (state, hold_until);

CREATE TABLE participations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parade_id INTEGER NOT NULL REFERENCES parades (id),
  member_id INTEGER REFERENCES members (id),
  order_id INTEGER REFERENCES orders (id),
  door TEXT NOT NULL CHECK (door IN ('public', 'internal', 'management', 'onSite')),
  state TEXT NOT NULL CHECK (state IN ('reserved', 'booked', 'released', 'cancelled')),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  birthday TEXT,
  person_key TEXT NOT NULL,
  costume_type_id INTEGER NOT NULL REFERENCES costume_types (id),
  costume_id INTEGER REFERENCES costumes (id),
  costume_number TEXT NOT NULL DEFAULT '',
  costume_number_key TEXT NOT NULL DEFAULT '',
  age_class TEXT NOT NULL CHECK (age_class IN ('Adult', 'Child')),
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
CREATE INDEX participations_unmatched ON participations (person_key, id)
  WHERE member_id IS NULL AND state = 'booked';

CREATE TABLE payment_events (
  provider TEXT NOT NULL CHECK (provider IN ('sandbox', 'stripe', 'mollie', 'none')),
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id),
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_order ON payment_events (order_id);

CREATE TABLE sandbox_payments (
  ref TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'cancelled', 'refunded')),
  amount_in_cent INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  return_url TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

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

CREATE TABLE fee_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  valid_from INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('Active', 'Passive')),
  age_from INTEGER NOT NULL DEFAULT 0 CHECK (age_from >= 0),
  age_to INTEGER CHECK (age_to >= age_from),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0)
) STRICT;
CREATE INDEX fee_rules_by_year ON fee_rules (valid_from);

CREATE TABLE honor_rules (
  type TEXT PRIMARY KEY CHECK (type IN (
    'Parades_25', 'Parades_50', 'Parades_100', 'Parades_150', 'Parades_200', 'Parades_250', 'Parades_300',
    'Member_for_25_Years', 'Member_for_40_Years', 'Member_for_50_Years',
    'Extra_Certificate', 'Honorary_Member_Extra', 'Honorary_Member_25', 'Honorary_Cashier',
    'Ehrennarr_20', 'Ehrennarr_30', 'Obernarr_15', 'Obernarr_20',
    'Ehrenelferrat', 'Ehrenpraesident', 'Ehrenvizepraesident', 'Ehrenschriftfuehrer', 'Ehrenprotokollfuehrer',
    'Certificate_10_Years_va', 'Certificate_10_Years_av', 'Certificate_15_Years_av',
    'Certificate_30_Years', 'Certificate_35_Years')),
  basis TEXT NOT NULL CHECK (basis IN ('parades', 'membershipYears', 'dutyYears', 'manual')),
  threshold INTEGER CHECK (threshold > 0),
  label TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE honor_rule_duties (
  type TEXT NOT NULL REFERENCES honor_rules (type),
  duty TEXT NOT NULL CHECK (duty IN (
    '_1_Praesident', '_2_Praesident', 'Einkauf', 'Elferratsmitglied', 'Gardeleiter', 'Geschaeftsfuehrer',
    'Gruendungsmitglied', 'Kassenpruefer', 'Kassier', 'Kleiderchef', 'Protokollfuehrer', 'Schriftfuehrer',
    'Zunftraumverwalter')),
  PRIMARY KEY (type, duty)
) STRICT, WITHOUT ROWID;

CREATE TABLE prepared_statistics (
  name TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  data_version INTEGER NOT NULL,
  body TEXT NOT NULL,
  prepared_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE data_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 0
) STRICT;
