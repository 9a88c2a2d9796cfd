import { defineConfig } from 'vitest/config'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { CLUSTER_FILES, FAULTS_FILES, PATHS_FILES } from './scripts/lanes/lane-files.ts'

const EXCLUDED = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.tmp/**']

/** What takes longest, longest first: begun last, one worker would still be busy with it when the other has nothing left to do. */
const LONGEST = [
  'f17-alerts',
  'f2-database',
  'embedded',
  'f1-platform',
  'f3-gateway',
  'f16-webhooks',
  'f12-anything',
  'f4-redis',
  'bad-input',
  'periods',
  'recorded-periods',
  'hidden-columns',
  'report-change',
  'seeded-questions',
  'documents\\.http',
  'foreign-objects',
  'token-alone',
  'hostile-text',
].map(name => new RegExp(`/${name}[^/]*\\.db\\.test\\.ts$`))

class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex(pattern => pattern.test(moduleId))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(specs)).toSorted((one, other) => place(one) - place(other))
  }
}

/** A test of the db lane waits for a tenth of its time, for timers and for PostgreSQL: while it does, another one can have the core. */
const DB_WORKERS_PER_CORE = 1.5

/** A wait that is long enough for a slow and busy machine costs nothing where nothing fails; what promises a time states it itself. */
const POLL_MS = 15_000

// isolate: false lets a worker read modules once, not for each file. What a test file changes in the process it puts back.
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      // from this file on: another root (`vitest --root`) must find it too
      fileURLToPath(new URL('apps/web/vitest.config.ts', import.meta.url)),
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...EXCLUDED, '**/*.db.test.ts', '**/*.component.test.tsx', ...PATHS_FILES],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          maxWorkers: Math.ceil(availableParallelism() * DB_WORKERS_PER_CORE),
          // a group of its own: in one group all projects have as many workers
          sequence: { groupOrder: 1 },
          include: ['**/*.db.test.ts'],
          exclude: [...EXCLUDED, ...PATHS_FILES, ...FAULTS_FILES, ...CLUSTER_FILES],
          globalSetup: ['apps/platform/src/testing/database/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: FAULTS_FILES,
          exclude: EXCLUDED,
          globalSetup: ['apps/platform/src/testing/database/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'cluster',
          environment: 'node',
          include: CLUSTER_FILES,
          exclude: EXCLUDED,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'paths',
          environment: 'node',
          include: PATHS_FILES,
          exclude: EXCLUDED,
          globalSetup: ['apps/platform/src/testing/database/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: POLL_MS } },
        },
      },
    ],
  },
})
