import { Forbidden } from '@desk/api/errors'
import { may } from '@desk/schema/permissions/permissions'
import { Effect } from 'effect'
import { expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { demand } from './access.ts'

const desk = callerOf({ accountId: 1 })
const defender = callerOf({ accountId: 1, accountType: 'DEFENDER' })

test('only DESK accounts have projects: even a super admin in a Defender account is refused', async () => {
  await expect(Effect.runPromise(demand(desk, 'open projects'))).resolves.toBeUndefined()
  for (const caller of [defender, callerOf({ accountId: 1, accountType: 'DEFENDER', roleId: 3 })]) {
    await expect(Effect.runPromise(demand(caller, 'open projects'))).rejects.toBeInstanceOf(Forbidden)
  }
})

test("the sell price is the client account's and the staff's", () => {
  expect(
    [
      desk,
      callerOf({ accountId: 1, view: 'external' }),
      defender,
      callerOf({ accountId: 1, accountType: 'DEFENDER', isStaff: true }),
    ].map(({ user }) => may(user, 'see the sell price')),
  ).toEqual([true, true, false, true])
})
