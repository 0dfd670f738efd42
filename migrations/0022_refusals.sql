-- Who was refused, by minute, route, code and network: every refusal of the public enrolment, and of the
-- other routes what says that somebody had no right, gave wrong words or came too often. Names nobody: the
-- network is a keyed hash ('' = not told apart). Kept: thirty days. In the export: no.
-- It takes the place of the counts of the enrolment alone.
CREATE TABLE refusals (
  minute TEXT NOT NULL,
  route TEXT NOT NULL,
  code TEXT NOT NULL,
  network_key TEXT NOT NULL DEFAULT '',
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (minute, route, code, network_key)
) STRICT, WITHOUT ROWID;

INSERT INTO refusals (minute, route, code, network_key, count)
SELECT minute, 'POST /api/parades/enrol', code, '', count FROM enrolment_refusals;

DROP TABLE enrolment_refusals;
