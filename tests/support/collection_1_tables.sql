-- The tables of version 1 of a collection.
PRAGMA application_id = 0x6E6F6E6F;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE attempt(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  begun TEXT NOT NULL,
  seconds REAL NOT NULL,
  end TEXT NOT NULL CHECK(end IN ('done', 'time', 'memory', 'killed', 'error')),
  text TEXT);
CREATE TABLE detail(
  result INTEGER PRIMARY KEY REFERENCES result(id),
  stages TEXT NOT NULL,
  rating TEXT,
  solutions BLOB,
  certificate BLOB);
CREATE TABLE place(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER REFERENCES puzzle(id),
  source INTEGER NOT NULL REFERENCES source(id),
  number INTEGER NOT NULL DEFAULT 0,
  member TEXT NOT NULL DEFAULT '',
  format TEXT,
  title TEXT,
  author TEXT,
  licence TEXT,
  meta TEXT,
  faults TEXT,
  fits INTEGER,
  goal BLOB);
CREATE TABLE puzzle(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,
  shape TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  colors INTEGER NOT NULL,
  partial INTEGER NOT NULL,
  printed INTEGER NOT NULL,
  density REAL,
  first INTEGER REFERENCES place(id),
  places INTEGER NOT NULL DEFAULT 0,
  latest INTEGER REFERENCES result(id),
  content BLOB NOT NULL);
CREATE TABLE question(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  preset TEXT NOT NULL,
  version TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 0);
CREATE TABLE result(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  round INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK(verdict IN ('unique', 'multiple', 'none', 'unknown')),
  reason TEXT,
  goal TEXT,
  stage TEXT,
  seconds REAL NOT NULL,
  cpu REAL,
  known INTEGER,
  effort REAL,
  technique TEXT);
CREATE TABLE source(
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  is_file INTEGER NOT NULL,
  done INTEGER NOT NULL,
  current INTEGER NOT NULL,
  version TEXT NOT NULL,
  added TEXT NOT NULL);
CREATE UNIQUE INDEX puzzle_sha256 ON puzzle(sha256);
CREATE INDEX puzzle_shape ON puzzle(shape);
CREATE UNIQUE INDEX source_once ON source(file, sha256);
CREATE UNIQUE INDEX place_once ON place(source, number, member, ifnull(puzzle, 0));
CREATE INDEX place_puzzle ON place(puzzle);
CREATE INDEX place_wrong ON place(puzzle) WHERE fits = 0;
CREATE INDEX place_faults ON place(source) WHERE puzzle IS NULL;
CREATE TRIGGER place_added AFTER INSERT ON place WHEN new.puzzle IS NOT NULL BEGIN
  UPDATE puzzle SET places = places + 1, first = ifnull(first, new.id) WHERE id = new.puzzle;
END;
CREATE UNIQUE INDEX question_key ON question(key);
CREATE UNIQUE INDEX result_once ON result(puzzle, question);
CREATE UNIQUE INDEX attempt_once ON attempt(puzzle, question, begun, end);
CREATE INDEX attempt_failed ON attempt(puzzle, question) WHERE end <> 'done';
CREATE VIEW puzzles AS
  SELECT puzzle.id, puzzle.sha256, shape, width, height, width * height AS cells, colors, partial,
    printed, density, source.file, place.number, place.member, place.title, place.author,
    place.licence, places, result.verdict, result.reason, result.goal, result.stage,
    result.seconds, result.cpu, result.known, result.effort, result.technique, question.preset
  FROM puzzle
  LEFT JOIN place ON place.id = puzzle.first
  LEFT JOIN source ON source.id = place.source
  LEFT JOIN result ON result.id = puzzle.latest
  LEFT JOIN question ON question.id = result.question;
CREATE VIEW faults AS
  SELECT source.file, place.number, place.member, place.format, place.faults, source.added
  FROM place JOIN source ON source.id = place.source
  WHERE place.puzzle IS NULL AND source.current;
COMMIT;
