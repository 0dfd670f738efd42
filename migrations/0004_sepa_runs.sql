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

-- Debtors are told 14 days ahead unless the statutes say otherwise; nobody has chosen the 5 yet.
UPDATE guild_settings SET sepa_lead_days = 14 WHERE sepa_lead_days = 5;
