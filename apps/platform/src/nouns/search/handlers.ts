import type { Caller } from '@desk/api/authorization'
import type { SearchAnswer } from '@desk/schema/search/search'
import { may } from '@desk/schema/permissions/permissions'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { findRespondents } from '#ledger/explain/find-respondents.store'
import { parseRdud } from '#ledger/facts/rdud'
import { findHits, isKnown, nearestWord, wordsOf, type Near } from './search.store.ts'

// two letters are too few to correct
const SHORTEST_TO_CORRECT = 3
const IS_NUMBER = /^\d+$/

/** Corrects the search words: a word without matches is replaced by the nearest one among objects that the viewer may see. */
async function correct(
  tx: Tx,
  accountId: number,
  words: readonly string[],
  forUser: number | null,
): Promise<readonly string[]> {
  const corrected: string[] = []
  for (const word of words) {
    const isAsMeant =
      word.length < SHORTEST_TO_CORRECT || IS_NUMBER.test(word) || (await isKnown(tx, accountId, word, forUser))
    corrected.push(isAsMeant ? word : ((await nearestWord(tx, accountId, word, forUser)) ?? word))
  }
  return corrected
}

/** The palette's search. */
export const searchHandlers = handlersOf(
  'search',
  Effect.gen(function* () {
    const database = yield* Database

    /**
     * Finds by name, number or id, whole words before prefixes; a mistyped word is corrected to the nearest. Respondents are
     * found by RDUD or rid.
     */
    const find = Effect.fn('Search.find')(function* (caller: Caller, text: string, near: Near) {
      const words = wordsOf(text)
      const forUser = may(caller.user, 'read private qualifications') ? null : caller.user.uid
      return yield* database.readAsAccount(caller.accountId, async (tx): Promise<SearchAnswer> => {
        const respondents = await findRespondents(tx, caller.accountId, text.trim())
        // an RDUD is never a name, and a known rid is not a mistyped word
        if (words.length === 0 || parseRdud(text.trim()) !== null) return { hits: [], respondents, corrected: null }
        const meant = respondents.length > 0 ? words : await correct(tx, caller.accountId, words, forUser)
        const hits = await findHits(tx, caller.accountId, meant, { forUser, near })
        return { hits, respondents, corrected: meant.join(' ') === words.join(' ') ? null : meant.join(' ') }
      })
    })

    return {
      find: ({ query }, caller) =>
        find(caller, query.text, { projectId: query.pm_proj_ud ?? null, surveyId: query.pm_sy_ud ?? null }),
    }
  }),
)
