import type { Tx } from '#kernel/db/tx'
import { make, type Actor } from '#kernel/edits/edit'
import { requireFound } from '#kernel/edits/require-found'
import type { DateShift } from '../studies/date-shift.ts'
import { copySources } from './copy-sources.ts'
import { factsOf } from './save-survey.ts'
import { copySettings, insertSurvey, lockSurvey } from './surveys.store.ts'

/** Copies a survey into a new project as a draft, with its limits, Defender rules and sources, and shifts its dates. */
export async function copySurvey(
  tx: Tx,
  actor: Actor,
  originalId: number,
  { projectId, shift }: { readonly projectId: number; readonly shift: DateShift },
): Promise<void> {
  const { accountId, user, at } = actor
  const made = await make(tx, actor, {
    scope: 'survey',
    lock: () => lockSurvey(tx, accountId, originalId),
    async write({ editVersion: _version, ...columns }) {
      const outOfFieldAt = await shift(columns.outOfFieldAt, columns.outOfFieldZoneCode)
      const id = await insertSurvey(tx, accountId, projectId, { ...columns, outOfFieldAt }, { userId: user.uid, at })
      await copySettings(tx, accountId, originalId, id)
      return id
    },
    facts: async id => ({ ...(await factsOf(tx, accountId, id)), copy_of: originalId }),
    async parts(id) {
      await copySources(tx, actor, originalId, { surveyId: id, projectId, shift })
      return undefined
    },
    read: id => id,
  })
  requireFound(made.kind === 'done' ? made.answer : undefined, 'survey')
}
