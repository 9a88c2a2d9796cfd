/** Tests generated from the machines, what those notice, and the laws' random walks. */
export const PATHS_FILES = [
  'tests/paths/**/*.db.test.ts',
  'packages/machines/tools/paths/paths.test.ts',
  'packages/machines/tools/laws/*.test.ts',
  'packages/machines/tools/mutants/survivors.test.ts',
]

/** What ends processes, takes the network or fills the disk: they need the machine for themselves. */
export const FAULTS_FILES = ['tests/faults/f*.db.test.ts', '**/embedded.db.test.ts']
