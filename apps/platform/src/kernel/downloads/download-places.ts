import { TooMany } from '@desk/api/errors'
import { Effect } from 'effect'

/** Each file that is downloaded holds a connection of the database: so many at a time of a process, and of one account. */
const MOST_AT_ONCE = 4
const MOST_OF_AN_ACCOUNT = 2
const RETRY_AFTER_SECONDS = 30

const taken = new Map<number, number>()

/** Takes a place for a download. @returns leaves it again; refused when all are taken, or those of the account are */
export const takePlace = (accountId: number): Effect.Effect<() => void, TooMany> =>
  Effect.suspend(() => {
    const ofAccount = taken.get(accountId) ?? 0
    const all = [...taken.values()].reduce((sum, count) => sum + count, 0)
    if (all >= MOST_AT_ONCE || ofAccount >= MOST_OF_AN_ACCOUNT)
      return Effect.fail(
        new TooMany({
          message: 'Several files are being downloaded at the moment. Please try again shortly.',
          retry_after_seconds: RETRY_AFTER_SECONDS,
        }),
      )
    taken.set(accountId, ofAccount + 1)
    return Effect.succeed(() => {
      const left = (taken.get(accountId) ?? 1) - 1
      if (left === 0) taken.delete(accountId)
      else taken.set(accountId, left)
    })
  })
