/** Tests generated from the machines, what those notice, and the laws' random walks. */
export const PATHS_FILES = [
  'tests/paths/**/*.db.test.ts',
  'packages/machines/tools/paths/paths.test.ts',
  'packages/machines/tools/laws/*.test.ts',
  'packages/machines/tools/mutants/survivors.test.ts',
]

/** Tests that end processes, take the network or fill the disk: they need the machine for themselves. */
export const FAULTS_FILES = ['tests/faults/f*.db.test.ts', '**/embedded.db.test.ts']

/** Tests of the desk over Debian's Patroni, etcd and HAProxy. */
export const CLUSTER_FILES = ['tests/cluster/*.db.test.ts']

/**
 * Database tests that only `pnpm test --all` runs: each earlier version is brought to the latest, and a law of
 * minutes is judged with the seeds that failed once.
 */
export const DB_FILES_OF_ALL = [
  '**/earlier-versions.db.test.ts',
  'tests/release/*.db.test.ts',
  '**/recorded-periods.property.db.test.ts',
]
