-- Everything that ever happened, in the order of writing. Entries of a match form a chain: each knows the one before it. So all
-- writing goes to the end of the file, however many matches are being played at once.
CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    before INTEGER NOT NULL,
    entry TEXT NOT NULL
) STRICT;

-- What lists show, and where each match's chain ends. Its revision is the optimistic lock.
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    head INTEGER NOT NULL,
    game TEXT NOT NULL,
    stage TEXT NOT NULL,
    open INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    wake_at INTEGER,
    persons TEXT NOT NULL,
    waiting TEXT NOT NULL,
    card TEXT NOT NULL
) STRICT;
CREATE INDEX matches_open ON matches (moved_at) WHERE open;
CREATE INDEX matches_due ON matches (wake_at) WHERE wake_at IS NOT NULL;

CREATE TABLE sitters (
    person TEXT NOT NULL,
    match INTEGER NOT NULL,
    PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE persons (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    own TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX persons_token ON persons (token) WHERE token <> '';

CREATE TABLE house (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
