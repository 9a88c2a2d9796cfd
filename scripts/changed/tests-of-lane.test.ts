import { relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { expect, test } from 'vitest'
import { laneOf } from './tests-of-lane.ts'

test('a test file is of the lane whose project of vitest runs it', { timeout: 60_000 }, async () => {
  const vitest = await createVitest('test', { watch: false, project: ['unit', 'db', 'faults', 'paths', 'component*'] })
  try {
    const specs = await vitest.globTestSpecifications()
    const lanes = specs.map(({ project }) => project.name.split(' ')[0])
    expect(new Set(lanes)).toEqual(new Set(['component', 'unit', 'db', 'faults', 'paths']))
    const files = specs.map(({ moduleId }) => relative(process.cwd(), moduleId))
    expect(files.map(file => [laneOf(file), file])).toEqual(files.map((file, at) => [lanes[at], file]))
  } finally {
    await vitest.close()
  }
})
