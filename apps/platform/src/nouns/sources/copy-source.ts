import type { Caller } from '@desk/api/authorization'
import type { Source } from '@desk/schema/sources/source'
import type { SourceAlias, SourceCopy, SourceDuplication } from '@desk/schema/sources/source-form'
import type { Tx } from '#kernel/db/tx'
import { actorOf, edit } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { recordEdit } from '#kernel/history/history.store'
import { refuseEnded, type EndedAbove } from './ended-above.ts'
import { factsOf, newTestToken, openSource, SOURCES_MAX, storedDetail } from './save-source.ts'
import {
  copySetup,
  findSourceSurvey,
  findSurveyPlace,
  insertSource,
  lockSource,
  updateAlias,
  type LockedSource,
} from './sources.store.ts'
import { holdTable, holdTableOf, tellTable } from './table-moved.ts'

const NAME_MAX = 200

/** A name of at most 200 characters that says which copy it is. */
function copyName(name: string, mark: string): string {
  return `${name.slice(0, NAME_MAX - mark.length)}${mark}`
}

/** Copies a source into a survey of the account that has not ended, with all that it is set up with, as a draft (api:T13). */
export async function copySource(
  tx: Tx,
  caller: Caller,
  { stmid, pm_sy_ud: surveyId, stream_name: name }: SourceCopy,
  at: Date,
): Promise<Outcome<Source, EndedAbove>> {
  const { accountId } = caller
  const place = (await holdTable(tx, accountId, surveyId)) ? await findSurveyPlace(tx, accountId, surveyId) : undefined
  if (!place) return { kind: 'missing' }
  const ended = await refuseEnded(tx, accountId, { surveyId, projectId: place.projectId })
  const source = await lockSource(tx, accountId, stmid)
  if (!source) return { kind: 'missing' }
  if (ended) return ended
  if (place.sources >= SOURCES_MAX) return tooMany('pm_sy_ud')
  const isSibling = source.place.surveyId === surveyId
  const id = await insertCopy(
    tx,
    caller,
    source,
    {
      surveyId,
      projectId: place.projectId,
      name: name?.trim() ?? (isSibling ? copyName(source.columns.name, ' (copy)') : source.columns.name),
    },
    at,
  )
  await tellTable(tx, accountId, surveyId, 'all')
  return { kind: 'done', answer: await storedDetail(tx, caller, id, at) }
}

/** Makes copies of a source within its survey, which has not ended (api:T16). */
export async function duplicateSource(
  tx: Tx,
  caller: Caller,
  { stmid, copies = 1 }: SourceDuplication,
  at: Date,
): Promise<Outcome<readonly Source[], EndedAbove>> {
  const { accountId } = caller
  const above = (await holdTableOf(tx, accountId, stmid)) ? await findSourceSurvey(tx, accountId, stmid) : undefined
  if (!above) return { kind: 'missing' }
  const { pm_sy_ud: surveyId, pm_proj_ud: projectId } = above
  const ended = await refuseEnded(tx, accountId, { surveyId, projectId })
  if (ended) return ended
  const source = await lockSource(tx, accountId, stmid)
  const place = await findSurveyPlace(tx, accountId, surveyId)
  if (!source || !place) return { kind: 'missing' }
  if (place.sources + copies > SOURCES_MAX) return tooMany('copies')
  const ids: number[] = []
  for (let no = 1; no <= copies; no++)
    ids.push(
      await insertCopy(
        tx,
        caller,
        source,
        { surveyId, projectId, name: copyName(source.columns.name, copies === 1 ? ' (copy)' : ` (copy ${no})`) },
        at,
      ),
    )
  await tellTable(tx, accountId, surveyId, 'all')
  const answer: Source[] = []
  for (const id of ids) answer.push(await storedDetail(tx, caller, id, at))
  return { kind: 'done', answer }
}

function tooMany(field: string): Outcome<never> {
  return { kind: 'faulty', details: [{ path: [field], message: `A survey has at most ${SOURCES_MAX} sources` }] }
}

async function insertCopy(
  tx: Tx,
  { accountId, user }: Caller,
  { columns, place }: LockedSource,
  to: { readonly surveyId: number; readonly projectId: number; readonly name: string },
  at: Date,
): Promise<number> {
  const { surveyId, projectId, name } = to
  const id = await insertSource(tx, accountId, {
    surveyId,
    projectId,
    type: place.type,
    columns: { ...columns, name },
    testToken: newTestToken(),
    userId: user.uid,
    at,
  })
  await copySetup(tx, accountId, place.sourceId, id)
  await recordEdit(tx, {
    accountId,
    scope: 'source',
    id,
    userId: user.uid,
    at,
    act: 'created',
    before: {},
    after: { ...(await factsOf(tx, accountId, id)), copy_of: place.sourceId },
  })
  return id
}

/** Sets the alias of a source, and whether it is boosted (api:T20), unless somebody else changed the source since the editor saw it. */
export function setAlias(
  tx: Tx,
  caller: Caller,
  id: number,
  { alias, auto_boost: autoBoost, version }: SourceAlias,
  at: Date,
): Promise<Outcome<Source>> {
  const { accountId } = caller
  return edit(tx, actorOf(caller, at), {
    scope: 'source',
    id,
    lock: () => openSource(tx, accountId, id),
    judge: ({ place }) => ({
      before: { alias: place.alias, autoBoost: place.autoBoost },
      after: { alias: alias?.trim() || null, autoBoost },
    }),
    version: ({ place }) => ({ seen: version, stored: place.editVersion }),
    write: after => updateAlias(tx, accountId, id, after.alias, after.autoBoost),
    facts: () => factsOf(tx, accountId, id),
    read: () => storedDetail(tx, caller, id, at),
  })
}
