import { Refused } from '@desk/api/errors'
import { readAsOf } from '@desk/schema/sent-tables/table-reading'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { createRateCard, replaceRateCard, setWithdrawn } from './edit-rate-card.ts'
import { gridCells, gridCsv } from './file/grid-cells.ts'
import { readRateFile } from './file/read-file.ts'
import { workbookOf } from './file/workbook-of.ts'
import * as store from './rate-card-versions.store.ts'

const CONTENT_TYPES = {
  csv: 'application/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Rate cards of an account (§7.29, domain.md §6), for its admins. */
export const rateCardHandlers = handlersOf(
  'rateCards',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      list: Effect.fn('RateCards.list')(function* ({ query: { rate_card_ud: id, ...page } }, { accountId }) {
        return yield* database.readAsAccount(accountId, tx =>
          id === undefined
            ? store.listRateCards(tx, accountId, pageOf(page))
            : store.listVersions(tx, accountId, id, pageOf(page)),
        )
      }),
      read: Effect.fn('RateCards.read')(function* ({ params: { id } }, { accountId }) {
        return yield* orNotFound(yield* database.readAsAccount(accountId, tx => store.findVersion(tx, accountId, id)))
      }),
      /** Reads a file, and stores nothing. */
      check: Effect.fn('RateCards.check')(function* ({ payload: { file, ...asked } }, { accountId }) {
        const read = yield* readRateFile(accountId, file, readAsOf(asked))
        if (typeof read === 'string')
          return yield* new Refused({ message: read, details: [{ path: ['file'], message: read }] })
        const { csv: _bytes, ...checked } = read
        return checked
      }),
      create: Effect.fn('RateCards.create')(function* ({ payload: form }, caller) {
        const read = yield* readRateFile(caller.accountId, form.file, readAsOf(form))
        return yield* actFor(database, caller, ['rate_card.create', form], (tx, actor) =>
          createRateCard(tx, actor, form, read),
        )
      }),
      replace: Effect.fn('RateCards.replace')(function* ({ payload: form }, caller) {
        const read = yield* readRateFile(caller.accountId, form.file, readAsOf(form))
        return yield* actFor(database, caller, ['rate_card.replace', form], (tx, actor) =>
          replaceRateCard(tx, actor, form, read),
        )
      }),
      withdraw: Effect.fn('RateCards.withdraw')(function* ({ params: { id }, payload: { version } }, caller) {
        return yield* actFor(database, caller, ['rate_card.withdraw', id, version ?? null], (tx, actor) =>
          setWithdrawn(tx, actor, id, { isWithdrawn: true, version }),
        )
      }),
      restore: Effect.fn('RateCards.restore')(function* ({ params: { id }, payload: { version } }, caller) {
        return yield* actFor(database, caller, ['rate_card.restore', id, version ?? null], (tx, actor) =>
          setWithdrawn(tx, actor, id, { isWithdrawn: false, version }),
        )
      }),
      /** A version as a file: the CSV that it was read from, else its grid (api:C4). */
      export: Effect.fn('RateCards.export')(function* ({ params: { id }, query: { format = 'csv' } }, { accountId }) {
        const found = yield* database.readAsAccount(accountId, async tx => {
          const [version, file] = [await store.findVersion(tx, accountId, id), await store.findFile(tx, accountId, id)]
          return version && file && { version, file }
        })
        const { version, file } = yield* orNotFound(found)
        const { grid } = version
        const bytes =
          format === 'csv'
            ? (file.csv ?? gridCsv(grid, file.corner))
            : yield* Effect.promise(() => workbookOf(gridCells(grid, file.corner)))
        return HttpServerResponse.uint8Array(bytes, {
          contentType: CONTENT_TYPES[format],
          headers: { 'content-disposition': `attachment; filename="rate-card-${id}-v${version.version}.${format}"` },
        })
      }),
    }
  }),
)
