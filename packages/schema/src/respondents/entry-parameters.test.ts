import { expect, test } from 'vitest'
import { ENTRY_PARAMETERS, isEntryParameter, TAKEN_PRECODE } from './entry-parameters.ts'

test('the message about a reserved precode names all reserved ones', () => {
  for (const name of ENTRY_PARAMETERS)
    expect([name, new RegExp(`\\b${name}\\b`).test(TAKEN_PRECODE)]).toEqual([name, true])
  expect(['sup', ' RID ', 'T', 'fp', 'age', 'support', ''].map(isEntryParameter)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
