import { centsOf } from '@desk/schema/accounts/currency'
import { BOOST_MINUTES_DEFAULT, CAP_BELOW_PRICE } from '@desk/schema/sources/auto-boost'
import type { Source } from '@desk/schema/sources/source'
import type { SourceAlias } from '@desk/schema/sources/source-form'
import { ONLY_OWN_PRICES } from '@desk/schema/sources/own-prices'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import type { Detail } from '#kernel/http/refusal'
import { openSource, storedDetail } from '../save-source.ts'
import { factsOf } from '../source-facts.ts'
import type { BoostSettings, LockedSource, SourcePlace } from '../sources.store.ts'
import { updateAlias } from './alias.store.ts'

type GivenBoost = Pick<SourceAlias, 'boost_step' | 'boost_cap' | 'boost_minutes'>

/** How a request boosts a source, without its other fields. */
export function boostIn({ boost_step, boost_cap, boost_minutes }: GivenBoost): GivenBoost {
  return {
    ...(boost_step === undefined ? {} : { boost_step }),
    ...(boost_cap === undefined ? {} : { boost_cap }),
    ...(boost_minutes === undefined ? {} : { boost_minutes }),
  }
}

export const boostIsGiven = (given: GivenBoost): boolean => Object.keys(given).length > 0

type Boosted = Pick<SourcePlace, 'alias' | 'autoBoost' | 'boost'>

/** Sets the alias of a source, and whether and how it is boosted (api:T20), unless the editor's version is stale. */
export function setAlias(
  tx: Tx,
  actor: Actor,
  id: number,
  { alias, auto_boost: autoBoost, version, ...given }: SourceAlias,
): Promise<Outcome<Source>> {
  const { accountId, at } = actor
  return edit<LockedSource, Boosted, Source, Source>(tx, actor, {
    scope: 'source',
    id,
    lock: () => openSource(tx, accountId, id),
    judge({ place, columns }) {
      const before: Boosted = { alias: place.alias, autoBoost: place.autoBoost, boost: place.boost }
      const after: Boosted = { alias: alias?.trim() || null, autoBoost, boost: settingsOf(given, place.boost) }
      // a stored fault that stays is no fault of an edit of the alias
      const isNewly = !before.autoBoost || !isDeepStrictEqual(before.boost, after.boost)
      const faults = autoBoost && isNewly ? faultsOf(given, { after, place, priceCents: columns.supplyPriceCents }) : []
      return refusedFor(faults) ?? { before, after }
    },
    version: ({ place }) => ({ seen: version, stored: place.editVersion }),
    write: after => updateAlias(tx, accountId, id, { ...after, at }),
    facts: () => factsOf(tx, accountId, id),
    read: () => storedDetail(tx, actor, id),
  })
}

/** The given settings, else the stored ones; null: not enough to boost by. */
function settingsOf(
  { boost_step: step, boost_cap: cap, boost_minutes: minutes }: GivenBoost,
  stored: BoostSettings | null,
): BoostSettings | null {
  const stepCents = step === undefined ? stored?.stepCents : centsOf(step)
  const capCents = cap === undefined ? stored?.capCents : centsOf(cap)
  if (stepCents === undefined || capCents === undefined) return null
  return { stepCents, capCents, minutes: minutes ?? stored?.minutes ?? BOOST_MINUTES_DEFAULT }
}

interface Judged {
  readonly after: Boosted
  readonly place: SourcePlace
  readonly priceCents: number | null
}

function faultsOf(given: GivenBoost, { after: { boost }, place, priceCents }: Judged): readonly Detail[] {
  if (place.type === 'lucid')
    return [{ path: ['auto_boost'], message: 'The exchange sets the supply price of a Lucid source' }]
  if (place.hasOnlyOwnPrices) return [{ path: ['auto_boost'], message: ONLY_OWN_PRICES }]
  if (priceCents === null) return [{ path: ['auto_boost'], message: 'Auto-Boost needs a supply price to raise' }]
  if (boost === null)
    return [
      ...(given.boost_step === undefined ? [{ path: ['boost_step'], message: 'Step is required' }] : []),
      ...(given.boost_cap === undefined ? [{ path: ['boost_cap'], message: 'Highest price is required' }] : []),
    ]
  return boost.capCents < priceCents ? [{ path: ['boost_cap'], message: CAP_BELOW_PRICE }] : []
}
