import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import * as store from './defender.store.ts'
import { previewOfProject, previewOfSurvey } from './preview.ts'
import { setForAccount, setForProject, setForSurvey } from './edit-defender.ts'

/** How Defender's rules are set (§2.44, §9.7). */
export const defenderHandlers = handlersOf(
  'defender',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      /** A project's own settings (api:P15). */
      ofProject: Effect.fn('Defender.ofProject')(function* ({ params: { id: projectId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            store.findProjectDefender(tx, caller.accountId, projectId),
          ),
        )
      }),
      /** Replaces them (api:P16). */
      setForProject: ({ params: { id: projectId }, payload: changes }, caller) =>
        actFor(database, caller, ['defender of a project', projectId, changes], (tx, actor) =>
          setForProject(tx, actor, projectId, changes),
        ),
      /** The effect that settings of a project would have had on its latest entrants. */
      preview: Effect.fn('Defender.preview')(function* ({ params: { id: projectId }, payload: { rules } }, caller) {
        const nowMs = yield* Clock.currentTimeMillis
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            previewOfProject(tx, caller.accountId, projectId, rules, nowMs),
          ),
        )
      }),
      /** A survey's own settings (§2.44). */
      ofSurvey: Effect.fn('Defender.ofSurvey')(function* ({ params: { id: surveyId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            store.findSurveyDefender(tx, caller.accountId, surveyId),
          ),
        )
      }),
      /** Replaces them. */
      setForSurvey: ({ params: { id: surveyId }, payload: changes }, caller) =>
        actFor(database, caller, ['defender of a survey', surveyId, changes], (tx, actor) =>
          setForSurvey(tx, actor, surveyId, changes),
        ),
      /** The effect that settings of a survey would have had on its latest entrants. */
      previewOfSurvey: Effect.fn('Defender.previewOfSurvey')(function* (
        { params: { id: surveyId }, payload: { rules } },
        caller,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            previewOfSurvey(tx, caller.accountId, surveyId, rules, nowMs),
          ),
        )
      }),
      /** The account's default. */
      ofAccount: Effect.fn('Defender.ofAccount')(function* ({ params: { id } }, caller) {
        const { accountId } = caller
        const found =
          id === accountId
            ? yield* database.readAsAccount(accountId, tx => store.findAccountDefender(tx, accountId))
            : undefined
        return yield* orNotFound(found)
      }),
      /** Replaces it. */
      setForAccount: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['defender of an account', id, changes], (tx, actor) =>
          setForAccount(tx, actor, id, changes),
        ),
    }
  }),
)
