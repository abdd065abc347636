-- Events are appended and never changed. Statements are separated by a line that holds "--" alone.
CREATE OR REPLACE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM erasures WHERE evening_id = OLD.evening_id) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'events are never changed';
END;
$$;
--
DROP TRIGGER IF EXISTS events_refuse_change ON events;
--
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events
FOR EACH ROW EXECUTE FUNCTION events_refuse();
--
DROP TRIGGER IF EXISTS events_refuse_truncate ON events;
--
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION events_refuse();
