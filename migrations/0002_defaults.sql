-- What a new guild starts with. Settings, fees and rules of honors are those of docs/rules.md, and the guild
-- may change them.

-- SQLite looks for the last id of a table from the first row on, and D1 charges each row it reads: the tables
-- that are written while many people enrol come first, wrangler's own list of migrations goes behind them.
INSERT INTO sqlite_sequence (name, seq)
  VALUES ('participations', 0), ('orders', 0), ('audit_entries', 0), ('journal', 0), ('mails', 0),
    ('order_history', 0);
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

INSERT INTO offices (code, label, label_key, position) VALUES
  ('_1_Praesident', '1. Präsident', '1. praesident', 1),
  ('_2_Praesident', '2. Präsident', '2. praesident', 2),
  ('Einkauf', 'Einkauf', 'einkauf', 3),
  ('Elferratsmitglied', 'Elferrat', 'elferrat', 4),
  ('Gardeleiter', 'Gardeleitung', 'gardeleitung', 5),
  ('Geschaeftsfuehrer', 'Geschäftsführer', 'geschaeftsfuehrer', 6),
  ('Gruendungsmitglied', 'Gründungsmitglied', 'gruendungsmitglied', 7),
  ('Kassenpruefer', 'Kassenprüfer', 'kassenpruefer', 8),
  ('Kassier', 'Kassier', 'kassier', 9),
  ('Kleiderchef', 'Kleiderchef', 'kleiderchef', 10),
  ('Protokollfuehrer', 'Protokollführer', 'protokollfuehrer', 11),
  ('Schriftfuehrer', 'Schriftführer', 'schriftfuehrer', 12),
  ('Zunftraumverwalter', 'Zunftraumverwaltung', 'zunftraumverwaltung', 13);

INSERT INTO honor_rules (type, basis, threshold, label, label_key, position) VALUES
  ('Parades_25', 'parades', 25, 'Sprungorden 25 Sprünge', 'sprungorden 25 spruenge', 1),
  ('Parades_50', 'parades', 50, 'Sprungorden 50 Sprünge', 'sprungorden 50 spruenge', 2),
  ('Parades_100', 'parades', 100, 'Sprungorden 100 Sprünge', 'sprungorden 100 spruenge', 3),
  ('Parades_150', 'parades', 150, 'Sprungorden 150 Sprünge', 'sprungorden 150 spruenge', 4),
  ('Parades_200', 'parades', 200, 'Sprungorden 200 Sprünge', 'sprungorden 200 spruenge', 5),
  ('Parades_250', 'parades', 250, 'Sprungorden 250 Sprünge', 'sprungorden 250 spruenge', 6),
  ('Parades_300', 'parades', 300, 'Sprungorden 300 Sprünge', 'sprungorden 300 spruenge', 7),
  ('Member_for_25_Years', 'membershipYears', 25, '25 Jahre Mitgliedschaft', '25 jahre mitgliedschaft', 8),
  ('Member_for_40_Years', 'membershipYears', 40, '40 Jahre Mitgliedschaft', '40 jahre mitgliedschaft', 9),
  ('Member_for_50_Years', 'membershipYears', 50, '50 Jahre Mitgliedschaft', '50 jahre mitgliedschaft', 10),
  ('Extra_Certificate', 'manual', NULL, 'Sonderurkunde', 'sonderurkunde', 11),
  ('Honorary_Member_Extra', 'manual', NULL, 'Ehrenmitglied (besondere Verdienste)', 'ehrenmitglied (besondere verdienste)', 12),
  ('Honorary_Member_25', 'manual', NULL, 'Ehrenmitglied (25 Jahre)', 'ehrenmitglied (25 jahre)', 13),
  ('Honorary_Cashier', 'manual', NULL, 'Ehrenkassier', 'ehrenkassier', 14),
  ('Ehrennarr_20', 'dutyYears', 20, 'Ehrennarr (20 Jahre)', 'ehrennarr (20 jahre)', 15),
  ('Ehrennarr_30', 'dutyYears', 30, 'Ehrennarr (30 Jahre)', 'ehrennarr (30 jahre)', 16),
  ('Obernarr_15', 'dutyYears', 15, 'Obernarr (15 Jahre)', 'obernarr (15 jahre)', 17),
  ('Obernarr_20', 'dutyYears', 20, 'Obernarr (20 Jahre)', 'obernarr (20 jahre)', 18),
  ('Ehrenelferrat', 'manual', NULL, 'Ehrenelferrat', 'ehrenelferrat', 19),
  ('Ehrenpraesident', 'manual', NULL, 'Ehrenpräsident', 'ehrenpraesident', 20),
  ('Ehrenvizepraesident', 'manual', NULL, 'Ehrenvizepräsident', 'ehrenvizepraesident', 21),
  ('Ehrenschriftfuehrer', 'manual', NULL, 'Ehrenschriftführer', 'ehrenschriftfuehrer', 22),
  ('Ehrenprotokollfuehrer', 'manual', NULL, 'Ehrenprotokollführer', 'ehrenprotokollfuehrer', 23),
  ('Certificate_10_Years_va', 'manual', NULL, 'Urkunde 10 Jahre (VA)', 'urkunde 10 jahre (va)', 24),
  ('Certificate_10_Years_av', 'manual', NULL, 'Urkunde 10 Jahre (AV)', 'urkunde 10 jahre (av)', 25),
  ('Certificate_15_Years_av', 'manual', NULL, 'Urkunde 15 Jahre (AV)', 'urkunde 15 jahre (av)', 26),
  ('Certificate_30_Years', 'dutyYears', 30, 'Urkunde 30 Jahre', 'urkunde 30 jahre', 27),
  ('Certificate_35_Years', 'dutyYears', 35, 'Urkunde 35 Jahre', 'urkunde 35 jahre', 28);

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
