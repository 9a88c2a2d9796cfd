import { expect, test } from 'vitest'
import { withStored } from './lookup-options.ts'

const ADA = { value: 7, label: 'Ada Lovelace' }

test('a stored value that has left its list since is still to choose, and says so (§5.6, §5.8)', () => {
  expect([
    withStored([ADA], 8, 'Grace Hopper'),
    withStored([ADA], 8, null),
    withStored([ADA], 7, 'Ada Lovelace'),
    withStored([ADA], null, null),
  ]).toEqual([
    [ADA, { value: 8, label: 'Grace Hopper (no longer in the list)', recordedLabel: 'Grace Hopper' }],
    [ADA, { value: 8, label: '8 (no longer in the list)', recordedLabel: '8' }],
    [ADA],
    [ADA],
  ])
})
