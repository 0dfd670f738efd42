-- ── Which guild this is ────────────────────────────────────────────────────────────────────

-- Which guild a backup is of, and the key that signs its lists of who was anonymised (scripts/archive/erasures.ts).
-- Both by chance, once, and never changed: an older backup must recognise the lists of a newer one.
-- Personal: no. History: no. In the export: no, since two databases that came of one export are two guilds.
CREATE TABLE guild_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  guild_id TEXT NOT NULL,
  erasures_key TEXT NOT NULL
) STRICT;
INSERT INTO guild_identity (id, guild_id, erasures_key)
  VALUES (1, lower(hex(randomblob(16))), lower(hex(randomblob(32))));
