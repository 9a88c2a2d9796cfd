import type { Source } from '@desk/schema/sources/source'
import type { SourceCopy, SourceDuplication } from '@desk/schema/sources/source-form'
import type { Tx } from '#kernel/db/tx'
import { inAccount, make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { refuseEnded, type EndedAbove } from './ended-above.ts'
import { factsOf, newTestToken, SOURCES_MAX, storedDetail } from './save-source.ts'
import {
  copySetup,
  findSourceSurvey,
  findSurveyPlace,
  insertSource,
  lockSource,
  type LockedSource,
} from './sources.store.ts'
import { holdTable, holdTableOf, tellTable } from './table-moved.ts'

const NAME_MAX = 200

/** The name of a copy, numbered, of at most 200 characters. */
function copyName(name: string, mark: string): string {
  return `${name.slice(0, NAME_MAX - mark.length)}${mark}`
}

/** Copies a source with its whole setup, as a draft, into a survey of the account that has not ended (api:T13). */
export function copySource(
  tx: Tx,
  actor: Actor,
  { stmid, pm_sy_ud: surveyId, name }: SourceCopy,
): Promise<Outcome<Source, EndedAbove>> {
  const { accountId } = actor
  return make<CopyPlace, Source, EndedAbove>(tx, actor, {
    scope: 'source',
    async lock() {
      const place = (await holdTable(tx, accountId, surveyId)) && (await findSurveyPlace(tx, accountId, surveyId))
      if (!place) return undefined
      const ended = await refuseEnded(tx, accountId, { surveyId, projectId: place.projectId })
      const original = await lockSource(tx, accountId, stmid)
      return original && { original, ended, ...place }
    },
    judge: ({ ended, sources }) => ended ?? refusedFor(sources >= SOURCES_MAX ? [tooMany('pm_sy_ud')] : []),
    write({ original, projectId }) {
      const { columns, place } = original
      const ownName = place.surveyId === surveyId ? copyName(columns.name, ' (copy)') : columns.name
      return insertCopy(tx, actor, original, { surveyId, projectId, name: name?.trim() ?? ownName })
    },
    facts: id => copyFacts(tx, accountId, id, stmid),
    tell: () => tellTable(tx, accountId, surveyId, 'all'),
    read: id => storedDetail(tx, actor, id),
  })
}

interface CopyPlace {
  readonly original: LockedSource
  readonly ended: Refusal<EndedAbove> | undefined
  readonly projectId: number
  readonly sources: number
}

/** Makes copies of a source within its survey, which has not ended (api:T16). */
export async function duplicateSource(
  tx: Tx,
  actor: Actor,
  { stmid, copies = 1 }: SourceDuplication,
): Promise<Outcome<readonly Source[], EndedAbove>> {
  const { accountId } = actor
  const above = (await holdTableOf(tx, accountId, stmid)) ? await findSourceSurvey(tx, accountId, stmid) : undefined
  if (!above) return { kind: 'missing' }
  const { pm_sy_ud: surveyId, pm_proj_ud: projectId } = above
  const ended = await refuseEnded(tx, accountId, { surveyId, projectId })
  if (ended) return ended
  const source = await lockSource(tx, accountId, stmid)
  const place = await findSurveyPlace(tx, accountId, surveyId)
  if (!source || !place) return { kind: 'missing' }
  if (place.sources + copies > SOURCES_MAX) return { kind: 'faulty', details: [tooMany('copies')] }
  const ids: number[] = []
  for (let no = 1; no <= copies; no++)
    ids.push(
      await makeCopy(tx, actor, source, {
        surveyId,
        projectId,
        name: copyName(source.columns.name, copies === 1 ? ' (copy)' : ` (copy ${no})`),
      }),
    )
  await tellTable(tx, accountId, surveyId, 'all')
  const answer: Source[] = []
  for (const id of ids) answer.push(await storedDetail(tx, actor, id))
  return { kind: 'done', answer }
}

const tooMany = (field: string) => ({ path: [field], message: `A survey has at most ${SOURCES_MAX} sources` })

interface CopyTo {
  readonly surveyId: number
  readonly projectId: number
  readonly name: string
}

/**
 * Copies a locked source, after the checks of its target.
 * @returns its id
 */
export async function makeCopy(tx: Tx, actor: Actor, original: LockedSource, to: CopyTo): Promise<number> {
  const made = await make(tx, actor, {
    scope: 'source',
    lock: inAccount,
    write: () => insertCopy(tx, actor, original, to),
    facts: id => copyFacts(tx, actor.accountId, id, original.place.sourceId),
    read: id => id,
  })
  return requireFound(made.kind === 'done' ? made.answer : undefined, 'source')
}

async function insertCopy(
  tx: Tx,
  { accountId, user, at }: Actor,
  { columns, place }: LockedSource,
  { surveyId, projectId, name }: CopyTo,
): Promise<number> {
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
  return id
}

const copyFacts = async (tx: Tx, accountId: number, id: number, originalId: number): Promise<HistoryFacts> => ({
  ...(await factsOf(tx, accountId, id)),
  copy_of: originalId,
})
