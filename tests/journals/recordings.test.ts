import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RECORDINGS } from './recordings.ts'

const E2E = join(import.meta.dirname, '..', 'e2e')

test('each recording is of a browser test that there is: one that was given another title is recorded no more (R1)', () => {
  const lost = RECORDINGS.filter(
    ({ spec, title }) => !readFileSync(join(E2E, `${spec}.e2e.ts`), 'utf8').includes(`test('${title}`),
  )
  expect(lost).toEqual([])
})
