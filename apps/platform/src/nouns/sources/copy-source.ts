import type { Source } from '@desk/schema/sources/source'
import type { SourceCopy, SourceDuplication } from '@desk/schema/sources/source-form'
import type { Tx } from '#kernel/db/tx'
import { make, recordCreated, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { refuseEnded, type EndedAbove } from './ended-above.ts'
import { copySetup, type CopyPair } from './copy-setup.store.ts'
import { newTestToken, SOURCES_MAX, storedDetail } from './save-source.ts'
import { factsOf, factsOfSources } from './source-facts.ts'
import { findSourceSurvey, findSurveyPlace, insertSources, lockSource, type LockedSource } from './sources.store.ts'
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
    async write({ original, projectId }) {
      const { columns, place } = original
      const ownName = place.surveyId === surveyId ? copyName(columns.name, ' (copy)') : columns.name
      const copy = { original, name: name?.trim() ?? ownName }
      const [pair] = await insertCopies(tx, actor, { surveyId, projectId }, [copy])
      return requireFound(pair, 'source').toId
    },
    facts: async id => ({ ...(await factsOf(tx, accountId, id)), copy_of: stmid }),
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
  const ids = await makeCopies(
    tx,
    actor,
    { surveyId, projectId },
    Array.from({ length: copies }, (_, at) => ({
      original: source,
      name: copyName(source.columns.name, copies === 1 ? ' (copy)' : ` (copy ${at + 1})`),
    })),
  )
  await tellTable(tx, accountId, surveyId, 'all')
  const answer: Source[] = []
  for (const id of ids) answer.push(await storedDetail(tx, actor, id))
  return { kind: 'done', answer }
}

const tooMany = (field: string) => ({ path: [field], message: `A survey has at most ${SOURCES_MAX} sources` })

interface CopiesPlace {
  readonly surveyId: number
  readonly projectId: number
}

/** A locked source, and the fields in which its copy differs. */
export interface WantedCopy {
  readonly original: LockedSource
  readonly name: string
  /** Unset: as the original's. */
  readonly outOfFieldAt?: Date | null
}

/**
 * Copies locked sources into a survey, after the checks of their target.
 * @returns the ids of the copies, in the order of the originals
 */
export async function makeCopies(
  tx: Tx,
  actor: Actor,
  to: CopiesPlace,
  copies: readonly WantedCopy[],
): Promise<readonly number[]> {
  const pairs = await insertCopies(tx, actor, to, copies)
  const ids = pairs.map(({ toId }) => toId)
  const facts = await factsOfSources(tx, actor.accountId, ids)
  const created = pairs.map(({ fromId, toId }) => ({ id: toId, facts: { ...facts.get(toId), copy_of: fromId } }))
  await recordCreated(tx, actor, 'source', created)
  return ids
}

async function insertCopies(
  tx: Tx,
  { accountId, user, at }: Actor,
  to: CopiesPlace,
  copies: readonly WantedCopy[],
): Promise<readonly CopyPair[]> {
  const rows = copies.map(({ original: { columns, place }, name, outOfFieldAt = columns.outOfFieldAt }) => ({
    ...to,
    type: place.type,
    columns: { ...columns, name, outOfFieldAt },
    testToken: newTestToken(),
    userId: user.uid,
    at,
  }))
  const ids = await insertSources(tx, accountId, rows)
  const pairs = copies.flatMap(({ original }, no) => {
    const toId = ids[no]
    return toId === undefined ? [] : [{ fromId: original.place.sourceId, toId }]
  })
  await copySetup(tx, accountId, pairs)
  return pairs
}
