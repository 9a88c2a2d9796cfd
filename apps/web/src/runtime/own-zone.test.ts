import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { expect, test } from 'vitest'
import { ownZone } from './own-zone.ts'

const zone = (pm_code: number, iana_name: string): TimeZoneItem => ({ pm_code, pm_code_name: iana_name, iana_name })
const ZONES = [zone(15, 'America/New_York'), zone(31, 'Asia/Kolkata')]

test('the local zone is that of the user’s code; New York’s without a user, for an unknown code and before the list is here (§3.2, §3.1, §9.2)', () => {
  expect([
    ownZone({ user_time_zone: 31 }, ZONES),
    ownZone(null, ZONES),
    ownZone({ user_time_zone: 99 }, ZONES),
    ownZone({ user_time_zone: 31 }, []),
  ]).toEqual([
    { ownCode: 31, ownName: 'Asia/Kolkata' },
    { ownCode: 15, ownName: 'America/New_York' },
    { ownCode: 99, ownName: 'America/New_York' },
    { ownCode: 31, ownName: 'America/New_York' },
  ])
})
