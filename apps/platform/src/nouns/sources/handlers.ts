import type { Caller } from '@desk/api/authorization'
import { isNested } from '@desk/schema/sources/quals-quotas'
import { Clock, Effect } from 'effect'
import { demand } from '#identity/accounts/access'
import { editorView } from '#identity/accounts/supply-side'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { explainRespondent } from '#ledger/explain/explain.store'
import { listRespondents, lookUpRespondents } from '#ledger/explain/respondent-log.store'
import { toView } from '#ledger/figures/view'
import { boostIn, boostIsGiven, setAlias } from './auto-boost/set-alias.ts'
import { copySource, duplicateSource } from './copy-source.ts'
import { createSource } from './create-source.ts'
import { actOnSource, actOnSources } from './act-on-source.ts'
import { listLiveSources } from './live-sources.store.ts'
import { editSource, readDetail } from './save-source.ts'
import { readSourceTable } from './source-table.store.ts'
import { findDefenderSettings, findTestLink, listTests } from './source-tests.store.ts'
import { findSourceSurvey } from './sources.store.ts'

/** Sources and the source table. */
export const sourceHandlers = handlersOf(
  'sources',
  Effect.gen(function* () {
    const database = yield* Database
    const { publicUrl } = yield* PlatformConfig
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** The source table of a survey (§3.9–3.23, api:U2). */
    const table = Effect.fn('Sources.table')(function* (caller: Caller, surveyId: number, page: PageQuery) {
      const { accountId, view } = caller
      const rows = yield* query(() => readSourceTable(database.core, { accountId, surveyId, ...pageOf(page) }))
      return (yield* orNotFound(rows)).map(row => toView(row, view))
    })

    return {
      /** One source with what its status menu allows (api:T10). */
      read: Effect.fn('Sources.read')(function* ({ params: { id: sourceId } }, caller) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, sourceId, at)),
        )
      }),
      /** Creates a source with its optional parts (api:T8): each part needs the permission of its own endpoint. */
      create: Effect.fn('Sources.create')(function* ({ payload: form }, caller) {
        if (form.suppliers !== undefined) yield* demand(caller, 'edit the supply side')
        const boosts = boostIsGiven(boostIn(form))
        if (boosts || form.alias !== undefined || form.auto_boost !== undefined) yield* demand(caller, 'boost sources')
        if (boosts) yield* demand(caller, 'see the supply side')
        if (isNested(form.quota_groups ?? [])) yield* demand(caller, 'nest quotas')
        return yield* actOnSource(database, caller, ['source', form], (tx, actor) => createSource(tx, actor, form))
      }),
      /** Changes a source (api:T9). */
      update: ({ payload: changes }, caller) =>
        actOnSource(database, caller, ['source edit', changes], (tx, actor) => editSource(tx, actor, changes)),
      /** Copies a source into a survey (api:T13). */
      copy: ({ payload: wanted }, caller) =>
        actOnSource(database, caller, ['source copy', wanted], (tx, actor) => copySource(tx, actor, wanted)),
      /** Makes copies of a source beside it (api:T16). */
      duplicate: ({ payload: wanted }, caller) =>
        actOnSources(database, caller, ['source duplicates', wanted], (tx, actor) =>
          duplicateSource(tx, actor, wanted),
        ),
      /** Sets the alias of a source, and how it is boosted (api:T20): for users with Auto-Boost; prices for those who see them. */
      alias: Effect.fn('Sources.alias')(function* ({ params: { id: sourceId }, payload: wanted }, caller) {
        if (boostIsGiven(boostIn(wanted))) yield* demand(caller, 'see the supply side')
        return yield* actOnSource(database, caller, ['source alias', sourceId, wanted], (tx, actor) =>
          setAlias(tx, actor, sourceId, wanted),
        )
      }),
      /** The survey above a source (api:T7). */
      survey: Effect.fn('Sources.survey')(function* ({ params: { id: sourceId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findSourceSurvey(tx, caller.accountId, sourceId)),
        )
      }),
      table: ({ params, query }, caller) => plainJson(table(caller, params.id, query)),
      /** The live sources of all surveys, with the study above each (docs/decisions/0097). */
      live: ({ query: page }, caller) =>
        plainJson(
          Effect.map(
            database.readAsAccount(caller.accountId, tx => listLiveSources(tx, caller.accountId, pageOf(page))),
            rows => rows.map(row => toView(row, caller.view)),
          ),
        ),
      /** The test links of a source (§2.32, api:T17); some views hide its suppliers. */
      testLink: Effect.fn('Sources.testLink')(function* ({ params: { id: sourceId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            findTestLink(tx, caller.accountId, sourceId, {
              publicUrl,
              namesSupplier: editorView(caller) === 'internal',
            }),
          ),
        )
      }),
      /** The test respondents of a source (api:U8); some views hide the supplier's name. */
      tests: Effect.fn('Sources.tests')(function* ({ params: { id: sourceId }, query: page }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          const above = await findSourceSurvey(tx, caller.accountId, sourceId)
          return above && listTests(tx, caller.accountId, { surveyId: above.pm_sy_ud, sourceId }, pageOf(page))
        })
        return (yield* orNotFound(found)).map(test => toView(test, editorView(caller)))
      }),
      /** The Defender features that are on for a survey (api:U9). */
      defenderSettings: Effect.fn('Sources.defenderSettings')(function* ({ params: { id: surveyId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findDefenderSettings(tx, caller.accountId, surveyId)),
        )
      }),
      /** One respondent's path through a source, by RDUD or rid; some views hide the supplier's name. */
      explain: Effect.fn('Sources.explain')(function* ({ params: { id: sourceId }, query: { find } }, caller) {
        const path = yield* database.readAsAccount(caller.accountId, tx =>
          explainRespondent(tx, caller.accountId, sourceId, find),
        )
        return toView(yield* orNotFound(path ?? undefined), editorView(caller))
      }),
      /** The respondents of a project, survey or source, the last change first (day.md §3); some views hide the supplier. */
      respondents: Effect.fn('Sources.respondents')(function* ({ params: place, query: filters }, caller) {
        if (filters.supplier !== undefined) yield* demand(caller, 'see the supply side')
        const { respondents, next } = yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            listRespondents(tx, caller.accountId, place, {
              ...filters,
              limit: pageOf(filters).limit,
            }),
          ),
        )
        return { respondents: respondents.map(one => toView(one, editorView(caller))), next }
      }),
      /** The respondents of a place by their ids, and the ids that none has (day.md §3). */
      lookUp: Effect.fn('Sources.lookUp')(function* ({ params: place, payload: { ids } }, caller) {
        const { respondents, unknown } = yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => lookUpRespondents(tx, caller.accountId, place, ids)),
        )
        return { respondents: respondents.map(one => toView(one, editorView(caller))), unknown }
      }),
    }
  }),
)
