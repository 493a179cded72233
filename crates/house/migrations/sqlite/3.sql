-- What hosts and operators did, and what was reported to them. Only the latest are kept.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    report INTEGER NOT NULL,
    entry TEXT NOT NULL
) STRICT;
