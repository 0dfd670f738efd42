-- What a new guild starts with. Settings, fees and rules of honors are those of docs/rules.md, and the guild
-- may change them.

-- SQLite looks for the last id of a table from the first row on, and D1 charges each row it reads: the tables
-- that are written while many people enrol come first, wrangler's own list of migrations goes behind them.
INSERT INTO sqlite_sequence (name, seq)
  VALUES ('participations', 0), ('orders', 0), ('audit_entries', 0), ('mails', 0), ('order_history', 0);
INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM sqlite_sequence WHERE name = 'd1_migrations';
DELETE FROM sqlite_sequence WHERE name = 'd1_migrations'
  AND rowid < (SELECT max(rowid) FROM sqlite_sequence WHERE name = 'd1_migrations');

INSERT INTO audit_context (id) VALUES (1);

INSERT INTO guild_identity (id, guild_id, erasures_key)
  VALUES (1, lower(hex(randomblob(16))), lower(hex(randomblob(32))));

-- Debtors are told 14 days ahead unless the statutes say otherwise.
INSERT INTO guild_settings (id, sepa_lead_days) VALUES (1, 14);

INSERT INTO fee_rules (valid_from, state, age_from, age_to, amount_in_cent) VALUES
  (2000, 'Active', 18, NULL, 2000),
  (2000, 'Passive', 18, NULL, 1500),
  (2000, 'Active', 0, 17, 0),
  (2000, 'Passive', 0, 17, 0);

INSERT INTO honor_rules (type, basis, threshold, label) VALUES
  ('Parades_25', 'parades', 25, 'Sprungorden 25 Sprünge'),
  ('Parades_50', 'parades', 50, 'Sprungorden 50 Sprünge'),
  ('Parades_100', 'parades', 100, 'Sprungorden 100 Sprünge'),
  ('Parades_150', 'parades', 150, 'Sprungorden 150 Sprünge'),
  ('Parades_200', 'parades', 200, 'Sprungorden 200 Sprünge'),
  ('Parades_250', 'parades', 250, 'Sprungorden 250 Sprünge'),
  ('Parades_300', 'parades', 300, 'Sprungorden 300 Sprünge'),
  ('Member_for_25_Years', 'membershipYears', 25, '25 Jahre Mitgliedschaft'),
  ('Member_for_40_Years', 'membershipYears', 40, '40 Jahre Mitgliedschaft'),
  ('Member_for_50_Years', 'membershipYears', 50, '50 Jahre Mitgliedschaft'),
  ('Extra_Certificate', 'manual', NULL, 'Sonderurkunde'),
  ('Honorary_Member_Extra', 'manual', NULL, 'Ehrenmitglied (besondere Verdienste)'),
  ('Honorary_Member_25', 'manual', NULL, 'Ehrenmitglied (25 Jahre)'),
  ('Honorary_Cashier', 'manual', NULL, 'Ehrenkassier'),
  ('Ehrennarr_20', 'dutyYears', 20, 'Ehrennarr (20 Jahre)'),
  ('Ehrennarr_30', 'dutyYears', 30, 'Ehrennarr (30 Jahre)'),
  ('Obernarr_15', 'dutyYears', 15, 'Obernarr (15 Jahre)'),
  ('Obernarr_20', 'dutyYears', 20, 'Obernarr (20 Jahre)'),
  ('Ehrenelferrat', 'manual', NULL, 'Ehrenelferrat'),
  ('Ehrenpraesident', 'manual', NULL, 'Ehrenpräsident'),
  ('Ehrenvizepraesident', 'manual', NULL, 'Ehrenvizepräsident'),
  ('Ehrenschriftfuehrer', 'manual', NULL, 'Ehrenschriftführer'),
  ('Ehrenprotokollfuehrer', 'manual', NULL, 'Ehrenprotokollführer'),
  ('Certificate_10_Years_va', 'manual', NULL, 'Urkunde 10 Jahre (VA)'),
  ('Certificate_10_Years_av', 'manual', NULL, 'Urkunde 10 Jahre (AV)'),
  ('Certificate_15_Years_av', 'manual', NULL, 'Urkunde 15 Jahre (AV)'),
  ('Certificate_30_Years', 'dutyYears', 30, 'Urkunde 30 Jahre'),
  ('Certificate_35_Years', 'dutyYears', 35, 'Urkunde 35 Jahre');

INSERT INTO honor_rule_duties (type, duty)
  SELECT rule.column1, office.column1
  FROM (VALUES ('Ehrennarr_20'), ('Ehrennarr_30'), ('Certificate_30_Years'), ('Certificate_35_Years')) rule,
    (VALUES ('_1_Praesident'), ('_2_Praesident'), ('Einkauf'), ('Elferratsmitglied'), ('Gardeleiter'),
      ('Geschaeftsfuehrer'), ('Kassenpruefer'), ('Kassier'), ('Kleiderchef'), ('Protokollfuehrer'),
      ('Schriftfuehrer'), ('Zunftraumverwalter')) office;

INSERT INTO honor_rule_duties (type, duty)
  SELECT rule.column1, office.column1
  FROM (VALUES ('Obernarr_15'), ('Obernarr_20')) rule,
    (VALUES ('_1_Praesident'), ('_2_Praesident'), ('Elferratsmitglied'), ('Geschaeftsfuehrer'), ('Kassier'),
      ('Protokollfuehrer'), ('Schriftfuehrer')) office;

-- Last, so that the version of the data starts at 0 after the rows above.
INSERT INTO data_version (id, members_version) VALUES (1, abs(random() % 9007199254740991));
