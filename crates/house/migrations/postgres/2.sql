-- Where a table was set up from, so that one place cannot set up any number; and the tables that wait for players. Neither column
-- moves with every entry.
ALTER TABLE matches ADD COLUMN origin text NOT NULL DEFAULT '';
CREATE INDEX matches_origin ON matches (origin) WHERE origin <> '';
CREATE INDEX matches_gathering ON matches (number) WHERE stage = 'gathering';

-- Finished games whose record is not in their log yet.
ALTER TABLE matches ADD COLUMN recorded boolean NOT NULL DEFAULT false;
CREATE INDEX matches_unrecorded ON matches (number) WHERE stage = 'finished' AND NOT recorded;

-- Who is connected to which node, as that node wrote it last.
CREATE UNLOGGED TABLE presence (
    node text PRIMARY KEY,
    until timestamptz NOT NULL,
    here text NOT NULL
);
