import type { NewSource } from '@desk/schema/sources/new-source'
import type { Source } from '@desk/schema/sources/source'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import type { Detail } from '#kernel/http/refusal'
import { setBuyerRate } from './buyer-rate.ts'
import { boostIn, boostIsGiven, setAlias } from './auto-boost/set-alias.ts'
import type { EndedAbove } from './ended-above.ts'
import { replaceQuotas } from './save-quotas.ts'
import { makeSource } from './save-source.ts'
import { allocate } from './save-suppliers.ts'

/**
 * Creates a source with its optional parts, and launches it when its form says so (api:T8): all in the open transaction, which a
 * fault undoes.
 */
export function createSource(tx: Tx, actor: Actor, wanted: NewSource): Promise<Outcome<Source, Source | EndedAbove>> {
  const {
    pm_sy_ud: surveyId,
    type,
    suppliers: _suppliers,
    qualifications: _qualifications,
    quota_groups: _groups,
    pm_sy_client_cpi: _rate,
    survey_version: _version,
    alias: _alias,
    auto_boost: _boost,
    boost_step: _step,
    boost_cap: _cap,
    boost_minutes: _minutes,
    ...form
  } = wanted
  return makeSource(tx, actor, { surveyId, type, form, writeParts: id => storeParts(tx, actor, id, wanted) })
}

/** @returns their faults, with paths in the whole request */
async function storeParts(tx: Tx, actor: Actor, sourceId: number, wanted: NewSource): Promise<readonly Detail[]> {
  const {
    pm_sy_ud: surveyId,
    suppliers,
    qualifications = [],
    quota_groups = [],
    pm_sy_client_cpi: rate,
    survey_version: version,
    alias = null,
    auto_boost = false,
  } = wanted
  const boost = boostIn(wanted)
  const details: Detail[] = []
  if (rate !== undefined)
    details.push(
      ...rateFaults(
        await setBuyerRate(tx, actor, surveyId, {
          pm_sy_client_cpi: rate,
          ...(version === undefined ? {} : { version }),
        }),
      ),
    )
  if (suppliers !== undefined && suppliers.length > 0)
    details.push(...faultsOf(await allocate(tx, actor, sourceId, { suppliers })))
  if (qualifications.length > 0 || quota_groups.length > 0)
    details.push(...faultsOf(await replaceQuotas(tx, actor, { stmid: sourceId, qualifications, quota_groups })))
  if (alias !== null || auto_boost || boostIsGiven(boost))
    details.push(...faultsOf(await setAlias(tx, actor, sourceId, { alias, auto_boost, ...boost })))
  return details
}

/** A part of a new source can only fail with faults. */
function faultsOf(outcome: Outcome<unknown, unknown>): readonly Detail[] {
  if (outcome.kind === 'done') return []
  if (outcome.kind === 'faulty') return outcome.details
  throw new Error(`A part of a new source was not stored: ${outcome.kind}.`)
}

/** A stale sell price refuses the whole source, so that another user's price is not overwritten unseen. */
function rateFaults(outcome: Awaited<ReturnType<typeof setBuyerRate>>): readonly Detail[] {
  if (outcome.kind !== 'refused') return faultsOf(outcome)
  const { pm_sy_client_cpi: price } = outcome.current
  return [
    {
      path: ['pm_sy_client_cpi'],
      message: `The survey has changed in the meantime: its rate is ${price === null ? 'empty' : price.toFixed(2)} now`,
    },
  ]
}
