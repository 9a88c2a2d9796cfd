import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { DEVICE_TYPES } from './device-types.ts'
import { Survey } from './survey.ts'

const isForDevices = Schema.is(Survey.fields.device_compatibility)

test('device types are 1 Desktop, 2 Mobile and 3 Tablet, all of status 1, and a survey is for no others (§3.29)', () => {
  expect(DEVICE_TYPES).toEqual([
    { id: 1, name: 'Desktop', status_id: 1 },
    { id: 2, name: 'Mobile', status_id: 1 },
    { id: 3, name: 'Tablet', status_id: 1 },
  ])
  expect([[1, 2, 3], [2], [], [4], [1, 0]].map(devices => isForDevices(devices))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
