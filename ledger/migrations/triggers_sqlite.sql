-- Events are appended and never changed. Statements are separated by a line that holds "--" alone.
DROP TRIGGER IF EXISTS events_refuse_update;
--
CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are never changed');
END;
--
DROP TRIGGER IF EXISTS events_refuse_delete;
--
CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE evening_id = OLD.evening_id)
BEGIN
    SELECT RAISE(ABORT, 'events are never deleted');
END;
--
DROP TRIGGER IF EXISTS events_refuse_replace;
--
-- INSERT OR REPLACE deletes without asking a DELETE trigger unless recursive_triggers is on.
CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events
WHEN EXISTS (
    SELECT 1 FROM events
    WHERE evening_id = NEW.evening_id AND (number = NEW.number OR token = NEW.token)
    UNION ALL SELECT 1 FROM events WHERE rowid = NEW.rowid
)
BEGIN
    SELECT RAISE(ABORT, 'events are never replaced');
END;
