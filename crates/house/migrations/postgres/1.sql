-- What lists show, and how far each match is. Its revision is the optimistic lock. No index holds a column that moves with every
-- entry, so that an update stays on its page.
CREATE TABLE matches (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    revision integer NOT NULL,
    game text NOT NULL,
    stage text NOT NULL,
    open boolean NOT NULL,
    moved_at bigint NOT NULL,
    wake_at bigint,
    persons text NOT NULL,
    waiting text NOT NULL,
    card text NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX matches_open ON matches (number) WHERE open;
CREATE INDEX matches_due ON matches (wake_at) WHERE wake_at IS NOT NULL;

CREATE TABLE log (
    match bigint NOT NULL,
    revision integer NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (match, revision)
);

CREATE TABLE sitters (
    person text NOT NULL,
    match bigint NOT NULL REFERENCES matches,
    PRIMARY KEY (person, match)
);

CREATE FUNCTION seat_persons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        DELETE FROM sitters WHERE match = NEW.number
            AND person IN (SELECT json_array_elements_text(OLD.persons::json));
    END IF;
    INSERT INTO sitters (person, match)
        SELECT DISTINCT person, NEW.number FROM json_array_elements_text(NEW.persons::json) AS person;
    RETURN NULL;
END $$;
CREATE TRIGGER seat_first AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION seat_persons();
CREATE TRIGGER seat_anew AFTER UPDATE OF persons ON matches FOR EACH ROW
    WHEN (OLD.persons IS DISTINCT FROM NEW.persons) EXECUTE FUNCTION seat_persons();

CREATE TABLE leases (
    match text PRIMARY KEY,
    node text NOT NULL,
    until timestamptz NOT NULL
);

CREATE TABLE persons (
    id text PRIMARY KEY,
    name text NOT NULL,
    token text NOT NULL,
    own text NOT NULL
);
CREATE UNIQUE INDEX persons_token ON persons (token) WHERE token <> '';

CREATE TABLE house (
    key text PRIMARY KEY,
    value bytea NOT NULL
);
