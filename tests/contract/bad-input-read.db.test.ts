import { describe, expect, test } from 'vitest'
import { contractOperations } from './operations.ts'
import { changesSomething, useSpoiling } from './spoiling.ts'

const spoiling = useSpoiling()

describe('bad input to what reads gets a clear answer, never a 500, and nothing at all is changed (I1, I2)', () => {
  test.each(contractOperations().filter(operation => !changesSomething(operation)))(
    '$name',
    { timeout: 180_000 },
    async operation => {
      expect(await spoiling.faultsOf(operation)).toEqual([])
    },
  )
})
