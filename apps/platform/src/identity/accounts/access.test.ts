import { Forbidden } from '@desk/api/errors'
import { Effect } from 'effect'
import { expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { demandDesk, seesSellPrice } from './access.ts'

const desk = callerOf({ accountId: 1 })
const defender = callerOf({ accountId: 1, accountType: 'DEFENDER' })

test('projects are of DESK accounts; also a super admin in a Defender account is refused', async () => {
  await expect(Effect.runPromise(demandDesk(desk))).resolves.toBeUndefined()
  for (const caller of [defender, callerOf({ accountId: 1, accountType: 'DEFENDER', roleId: 3 })]) {
    await expect(Effect.runPromise(demandDesk(caller))).rejects.toBeInstanceOf(Forbidden)
  }
})

test("the sell price is the client account's and the staff's", () => {
  expect(
    [
      desk,
      callerOf({ accountId: 1, view: 'external' }),
      defender,
      callerOf({ accountId: 1, accountType: 'DEFENDER', isStaff: true }),
    ].map(seesSellPrice),
  ).toEqual([true, true, false, true])
})
