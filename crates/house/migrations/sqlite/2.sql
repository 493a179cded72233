-- Where a table was set up from, so that one place cannot set up any number; and the tables that wait for players.
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_origin ON matches (origin) WHERE origin <> '';
CREATE INDEX matches_gathering ON matches (number) WHERE stage = 'gathering';

-- Finished games whose record is not in their log yet.
ALTER TABLE matches ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_unrecorded ON matches (number) WHERE stage = 'finished' AND NOT recorded;
