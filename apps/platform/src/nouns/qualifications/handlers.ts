import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { may } from '@desk/schema/permissions/permissions'
import {
  OPTIONS_MAX,
  type NewQualificationForm,
  type QualificationChanges,
} from '@desk/schema/qualifications/qualification-form'
import type { QualificationFilters } from '@desk/schema/qualifications/qualification'
import { Effect, type Schema } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor, type Asked } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import type { Calling } from '#kernel/http/requester'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { changeOptions } from './change-options.ts'
import {
  changeQualification,
  copyQualification,
  createQualification,
  deleteQualification,
} from './change-qualification.ts'
import { findNextPrecode, listOptions } from './options.store.ts'
import * as store from './qualifications.store.ts'

// concurrent requests for one precode, or one language and country: the database's constraint decides
const TAKEN = new Refused({
  message: 'Another user has just saved the same precode. Check the list and try again.',
  details: [{ path: ['precode'], message: 'Precode is taken' }],
})

const ONE = { limit: 1, offset: 0 }
const readerOf = ({ user }: Caller): Pick<store.Wanted, 'forUser'> =>
  may(user, 'read private qualifications') ? {} : { forUser: user.uid }

const NOT_YOURS_TO_HIDE: Outcome<never, never> = {
  kind: 'faulty',
  details: [
    {
      path: ['qualification_access_cd'],
      message: 'Another user created it: only they or an admin may make it private',
    },
  ],
}

/** Qualifications, their texts and options (§3.25, §5.20–5.22). */
export const qualificationHandlers = handlersOf(
  'qualifications',
  Effect.gen(function* () {
    const database = yield* Database

    /** The first one that the caller may see; only admins see private ones of others (docs/decisions/0016). */
    const findOpen = async (tx: Tx, caller: Caller, wanted: store.Wanted) =>
      (await store.listQualifications(tx, caller.accountId, 'both', { ...wanted, ...readerOf(caller) }, ONE))[0]

    const read = <A>(caller: Caller, reading: (tx: Tx) => Promise<A>) =>
      database.readAsAccount(caller.accountId, reading)

    const act = <Answer, Current extends Schema.Json>(
      caller: Calling,
      asked: Asked,
      change: (tx: Tx, actor: Actor) => Promise<Outcome<Answer, Current>>,
    ) => Effect.catchTag(actFor(database, caller, asked, change), 'UniqueViolation', () => TAKEN)

    const list = (shelf: store.Shelf) => (caller: Caller, filters: QualificationFilters & PageQuery) =>
      read(caller, tx =>
        store.listQualifications(tx, caller.accountId, shelf, { ...filters, ...readerOf(caller) }, pageOf(filters)),
      )

    /** A qualification hidden from the caller is answered with 404. */
    const onOpen =
      <Answer, Current>(wanted: store.Wanted, change: (tx: Tx, actor: Actor) => Promise<Outcome<Answer, Current>>) =>
      async (tx: Tx, actor: Actor): Promise<Outcome<Answer, Current>> =>
        (await findOpen(tx, actor, wanted)) === undefined ? { kind: 'missing' } : change(tx, actor)

    /** Changes one that the caller sees, checked again under the lock. */
    const changeOpen = (id: number, changes: QualificationChanges, pathOf?: (at: number) => readonly string[]) =>
      onOpen({ id }, async (tx, actor) => {
        const outcome = await changeQualification(tx, actor, id, changes, pathOf)
        return outcome.kind !== 'done' || (await findOpen(tx, actor, { id })) !== undefined
          ? outcome
          : NOT_YOURS_TO_HIDE
      })

    const create = (caller: Calling, form: NewQualificationForm) =>
      act(caller, ['qualification.create', form], (tx, actor) => createQualification(tx, actor, form))
    const change = (caller: Calling, id: number, changes: QualificationChanges) =>
      act(caller, ['qualification.change', id, changes], changeOpen(id, changes))

    return {
      /** One by its id, as a list of one; without an id the account's own and the library's (api:T5, api:Q1). */
      find: Effect.fn('Qualifications.find')(function* ({ query: { uid, ...filters } }, caller) {
        if (uid === undefined) return yield* list('both')(caller, filters)
        const found = yield* read(caller, tx => findOpen(tx, caller, { id: uid }))
        return [yield* orNotFound(found)]
      }),
      /** The options of a qualification in a language for a country (api:T6). */
      optionsFor: Effect.fn('Qualifications.optionsFor')(function* (
        { query: { uid, languages_id, country_id, search, ...page } },
        caller,
      ) {
        const found = yield* read(caller, async tx => {
          const qualification = await findOpen(tx, caller, { id: uid, languages_id, country_id })
          const text = qualification?.qualification_texts[0]
          return text && listOptions(tx, caller.accountId, text.qualification_texts_id, allOf(page), search)
        })
        return yield* orNotFound(found)
      }),
      createFirst: ({ payload }, caller) => create(caller, payload),
      replace: ({ query, payload }, caller) => change(caller, query.uid, payload),
      remove: ({ query: { uid: id } }, caller) =>
        Effect.asVoid(
          act(
            caller,
            ['qualification.delete', id],
            onOpen({ id }, (tx, actor) => deleteQualification(tx, actor, id)),
          ),
        ),
      list: ({ query }, caller) => plainJson(list('own')(caller, query)),
      create: ({ payload }, caller) => create(caller, payload),
      change: ({ params, payload }, caller) => change(caller, params.id, payload),
      /** Adds a text to a qualification (api:Q8). */
      addText: Effect.fn('Qualifications.addText')(function* ({ params: { id }, payload: text }, caller) {
        const { qualification_texts: texts } = yield* act(
          caller,
          ['qualification.text', id, text],
          changeOpen(id, { qualification_texts: [text] }, () => []),
        )
        return yield* orNotFound(
          texts.find(
            ({ languages_id, country_id }) => languages_id === text.languages_id && country_id === text.country_id,
          ),
        )
      }),
      options: Effect.fn('Qualifications.options')(function* ({ params: { id: textId }, query: page }, caller) {
        const found = yield* read(caller, async tx =>
          (await findOpen(tx, caller, { textId })) === undefined
            ? undefined
            : listOptions(tx, caller.accountId, textId, allOf(page)),
        )
        return yield* orNotFound(found)
      }),
      /** The qualification of a text, alone in a list (api:Q10). */
      ofText: Effect.fn('Qualifications.ofText')(function* ({ params: { id: textId } }, caller) {
        const found = yield* read(caller, tx => findOpen(tx, caller, { textId }))
        return [yield* orNotFound(found)]
      }),
      replaceOptions: ({ params: { id: textId }, payload: form }, caller) =>
        act(
          caller,
          ['qualification.options', textId, form],
          onOpen({ textId }, (tx, actor) => changeOptions(tx, actor, textId, form)),
        ),
      precode: Effect.fn('Qualifications.precode')(function* ({ params: { id } }, caller) {
        const found = yield* read(caller, async tx => {
          const qualification = await findOpen(tx, caller, { id })
          return (
            qualification && {
              qualifications_ud: id,
              precode: qualification.precode,
              next_option_precode: await findNextPrecode(tx, id),
            }
          )
        })
        return yield* orNotFound(found)
      }),
      library: ({ query }, caller) => list('library')(caller, query),
      copy: ({ params: { id } }, caller) =>
        act(caller, ['qualification.copy', id], (tx, actor) => copyQualification(tx, actor, id)),
    }
  }),
)

// the options of a text are one list
const allOf = ({ limit = OPTIONS_MAX, offset = 0 }: PageQuery) => ({ limit, offset })
