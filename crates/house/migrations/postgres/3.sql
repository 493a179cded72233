-- What hosts and operators did, and what was reported to them. Only the latest are kept.
CREATE TABLE audit (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    report boolean NOT NULL,
    entry text NOT NULL
);
