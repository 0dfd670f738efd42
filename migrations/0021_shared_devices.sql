-- "Dieses Gerät benutzen mehrere": a sign-in on a shared device ends fifteen minutes after the last input of a
-- person. expires_at of such a row is that end, and every reported input moves it; of all others it stays the
-- twelve hours. Kept: as the row. In the export: no.
ALTER TABLE sessions ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
