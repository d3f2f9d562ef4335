// The room of race files: counterexamples on disk, checked in, replayed before every search.
export { jsonFilesIn, readRaceFile, readRaces, type Saved, type StoredRace, saveRace } from './folder.js'
export { dayOf, knownRace } from './known.js'
export { badRaceFile, parseRaceFile } from './parse-race-file.js'
export { type Known, type RaceEnd, type RaceFacts, type RaceFile, type RaceOutcome, raceFileOf } from './race-file.js'
export { prefixOfTests, raceName } from './race-name.js'
export { raceText } from './race-text.js'
export { type HeldBy, type RaceReplay, type RaceReplayOptions, replayRace } from './replay-race.js'
export { isSameRace, namesLines, placeless, TEST_OF } from './same-race.js'
