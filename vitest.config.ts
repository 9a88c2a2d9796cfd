import { defineConfig } from 'vitest/config'

const EXCLUDED = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.tmp/**']

/** Tests generated from the machines, and the laws' random walks. */
const PATHS = ['tests/paths/**/*.db.test.ts', 'packages/machines/src/paths/paths.test.ts', 'packages/machines/src/laws/*.test.ts']

export default defineConfig({
  test: {
    // 2 cores: more workers than that only wait for one another.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...EXCLUDED, '**/*.db.test.ts', ...PATHS],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: ['**/*.db.test.ts'],
          exclude: [...EXCLUDED, ...PATHS],
          globalSetup: ['apps/platform/src/db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'paths',
          environment: 'node',
          include: PATHS,
          exclude: EXCLUDED,
          globalSetup: ['apps/platform/src/db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
