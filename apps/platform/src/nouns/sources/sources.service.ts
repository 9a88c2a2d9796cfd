import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import type { NewSource } from '@desk/schema/sources/new-source'
import type { SourceAlias, SourceChanges, SourceCopy, SourceDuplication } from '@desk/schema/sources/source-form'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { demandSupplySide, editorView } from '#identity/accounts/supply-side'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { explainRespondent } from '#ledger/explain/explain.store'
import { toView } from '#ledger/figures/view'
import { copySource, duplicateSource, setAlias } from './copy-source.ts'
import { createSource } from './create-source.ts'
import { mayBoost } from './may-boost.ts'
import { editSource, readDetail } from './save-source.ts'
import { readSourceTable } from './source-table.store.ts'
import { findDefenderSettings, findTestLink, listTests } from './source-tests.store.ts'
import { findSourceSurvey } from './sources.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database
  const { publicUrl } = yield* PlatformConfig
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** One source with what its status menu allows (api:T10). */
  const read = Effect.fn('Sources.read')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, sourceId, at)),
    )
  })

  const demandBooster = Effect.fn(function* (caller: Caller) {
    if (!(yield* database.readAsAccount(caller.accountId, tx => mayBoost(tx, caller))))
      return yield* new Forbidden({ message: 'Auto-Boost is not open to you.' })
  })

  /** Makes a source with the parts that come along (api:T8): who may not set one of them by itself may not so either. */
  const create = Effect.fn('Sources.create')(function* (caller: Caller, form: NewSource, key: string | undefined) {
    yield* demandDesk(caller)
    if (form.suppliers !== undefined) yield* demandSupplySide(caller)
    if (form.alias !== undefined || form.auto_boost !== undefined) yield* demandBooster(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['source', JSON.stringify(form)], at }, tx =>
      createSource(tx, caller, form, at),
    )
  })

  /** Changes a source (api:T9). */
  const update = Effect.fn('Sources.update')(function* (
    caller: Caller,
    changes: SourceChanges,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['source edit', JSON.stringify(changes)], at }, tx =>
      editSource(tx, caller, changes, at),
    )
  })

  /** Copies a source into a survey (api:T13). */
  const copy = Effect.fn('Sources.copy')(function* (caller: Caller, wanted: SourceCopy, key: string | undefined) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['source copy', JSON.stringify(wanted)], at }, tx =>
      copySource(tx, caller, wanted, at),
    )
  })

  /** Makes copies of a source beside it (api:T16). */
  const duplicate = Effect.fn('Sources.duplicate')(function* (
    caller: Caller,
    wanted: SourceDuplication,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['source duplicates', JSON.stringify(wanted)], at }, tx =>
      duplicateSource(tx, caller, wanted, at),
    )
  })

  /** Sets the alias of a source (api:T20): for who has Auto-Boost. */
  const alias = Effect.fn('Sources.alias')(function* (
    caller: Caller,
    sourceId: number,
    wanted: SourceAlias,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    yield* demandBooster(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['source alias', sourceId, JSON.stringify(wanted)], at },
      tx => setAlias(tx, caller, sourceId, wanted, at),
    )
  })

  /** The survey above a source (api:T7). */
  const survey = Effect.fn('Sources.survey')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findSourceSurvey(tx, caller.accountId, sourceId)),
    )
  })

  /** The source table of a survey (§3.9–3.23, api:U2), and how to tell that it is still so. */
  const table = Effect.fn('Sources.table')(function* (caller: Caller, surveyId: number, page: PageQuery) {
    yield* demandDesk(caller)
    const found = yield* query(() => readSourceTable(database.core, caller.accountId, surveyId, pageOf(page)))
    const { rows, truth } = yield* orNotFound(found)
    return { rows: rows.map(row => toView(row, caller.view)), truth }
  })

  /** How a source is tried (§2.32, api:T17); its supplier is not for every view. */
  const testLink = Effect.fn('Sources.testLink')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx =>
        findTestLink(tx, caller.accountId, sourceId, { publicUrl, namesSupplier: editorView(caller) === 'internal' }),
      ),
    )
  })

  /** The test respondents of a source (api:U8); the supplier's name is not for every view. */
  const tests = Effect.fn('Sources.tests')(function* (caller: Caller, sourceId: number, page: PageQuery) {
    yield* demandDesk(caller)
    const found = yield* database.readAsAccount(caller.accountId, async tx => {
      const above = await findSourceSurvey(tx, caller.accountId, sourceId)
      return above && listTests(tx, caller.accountId, { surveyId: above.pm_sy_ud, sourceId }, pageOf(page))
    })
    return (yield* orNotFound(found)).map(test => toView(test, editorView(caller)))
  })

  /** What of Defender is on for a survey (api:U9). */
  const defenderSettings = Effect.fn('Sources.defenderSettings')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findDefenderSettings(tx, caller.accountId, surveyId)),
    )
  })

  /** One respondent's path through a source, by RDUD or the supplier's rid; the supplier's name is not for every view. */
  const explain = Effect.fn('Sources.explain')(function* (caller: Caller, sourceId: number, find: string) {
    yield* demandDesk(caller)
    const path = yield* database.readAsAccount(caller.accountId, tx =>
      explainRespondent(tx, caller.accountId, sourceId, find),
    )
    return toView(yield* orNotFound(path ?? undefined), editorView(caller))
  })

  return { read, create, update, copy, duplicate, alias, survey, table, testLink, tests, defenderSettings, explain }
})

/** Sources and the source table. */
export class Sources extends Context.Service<Sources, Effect.Success<typeof make>>()('@desk/platform/Sources') {
  static readonly layer = Layer.effect(Sources, make)
}
