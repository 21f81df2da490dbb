-- What requests took of a pot with windows, by the hour (UTC) of the charge: a projection of the requests. Windows begin with
-- an hour, so what was used within one is a sum of these.
CREATE TABLE pot_hours (
  pot_id  TEXT NOT NULL REFERENCES pots (id),
  hour_ms BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  amount  BIGINT NOT NULL CHECK (amount >= 1),
  PRIMARY KEY (pot_id, hour_ms)
) {{clustered}};
