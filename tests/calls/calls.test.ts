import { expect, test } from 'vitest'
import { contractOperations } from '../contract/operations.ts'
import { ENDPOINTS } from './calls.ts'

test('every operation of the contract has one call, and no call is left over', () => {
  const names = contractOperations().map(({ name }) => name)
  expect(Object.keys(ENDPOINTS).sort()).toEqual(names.sort())
})
