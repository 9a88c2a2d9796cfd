import { ACCOUNT_CURRENCY, centsOf } from '@desk/schema/accounts/currency'
import type { RateGrid } from '@desk/schema/rate-cards/rate-card'
import type { RateCardDetail, RateCardForm, RateCardReplacement } from '@desk/schema/rate-cards/rate-card-form'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { unknownChoices } from '../lookups/known-choices.ts'
import type { ReadRateFile } from './file/read-file.ts'
import * as store from './rate-card-versions.store.ts'

type Form = RateCardForm | RateCardReplacement

/** The greatest length of a card's corner. */
const CORNER_MAX_LENGTH = 200

/** The faults of a form that its schema cannot know: those of the file, each at its cell, and bounds and dates that contradict. */
function faultsOf(form: Form, read: ReadRateFile | string, at: Date): readonly Detail[] {
  const { cpi_min: least = null, cpi_max: most = null, effective_from: from = null } = form
  return [
    ...(typeof read === 'string'
      ? [{ path: ['file'], message: read }]
      : read.faults.map(({ cell, message }) => ({ path: ['file', cell], message }))),
    ...(least !== null && most !== null && least > most
      ? [{ path: ['cpi_max'], message: 'Highest CPI must not be lower than the lowest' }]
      : []),
    ...(from !== null && Date.parse(from) < at.getTime()
      ? [
          {
            path: ['effective_from'],
            message: 'Effective from must not be in the past: launched surveys keep the price of their launch',
          },
        ]
      : []),
  ]
}

function gridOf(form: Form, read: ReadRateFile | string): RateGrid {
  if (typeof read === 'string' || read.grid === null) throw new Error('A file with faults was refused before.')
  return { ...read.grid, cpi_min: centsOf(form.cpi_min), cpi_max: centsOf(form.cpi_max) }
}

function newVersion(form: Form, read: ReadRateFile | string, version: number, at: Date): store.NewVersion {
  if (typeof read === 'string') throw new Error('A file with faults was refused before.')
  return {
    name: form.rate_card_name.trim(),
    version,
    currency: ACCOUNT_CURRENCY,
    effectiveFrom: form.effective_from == null ? at : new Date(form.effective_from),
    grid: gridOf(form, read),
    corner: (read.cells[0]?.[0] ?? '').slice(0, CORNER_MAX_LENGTH),
    filename: form.file.filename,
    csv: read.csv,
  }
}

/** Stores the first version of a card (api:C2). There is one card for a business unit and country. */
export function createRateCard(
  tx: Tx,
  actor: Actor,
  form: RateCardForm,
  read: ReadRateFile | string,
): Promise<Outcome<RateCardDetail>> {
  const { accountId, user, at } = actor
  const binding = { businessUnitId: form.business_unit_ud ?? null, countryId: form.pm_cy_cs_id ?? null }
  return make(tx, actor, {
    scope: 'rate_card',
    lock: inAccount,
    judge: async () =>
      refusedFor([
        ...faultsOf(form, read, at),
        ...(await unknownChoices(tx, accountId, [
          { field: 'business_unit_ud', label: 'Business Unit', list: 'businessUnit', id: binding.businessUnitId },
          { field: 'pm_cy_cs_id', label: 'Country', list: 'country', id: binding.countryId },
        ])),
      ]) ?? existing(await store.findNewest(tx, accountId, binding)),
    write: () => store.insertVersion(tx, accountId, binding, newVersion(form, read, 1, at), { userId: user.uid, at }),
    facts: async id => facts(await stored(tx, accountId, id)),
    read: id => stored(tx, accountId, id),
  })
}

function existing(card: RateCardDetail | undefined): Refusal<RateCardDetail> | undefined {
  return (
    card && {
      kind: 'refused',
      reason: 'rate_card_exists',
      message: `There is a rate card for this business unit and country already: ${card.rate_card_name}${card.is_withdrawn ? ', which is withdrawn' : ''}. Upload a new version of it.`,
      current: card,
    }
  )
}

/** Stores the next version of a card (api:C3), unless it is the same as the newest. */
export async function replaceRateCard(
  tx: Tx,
  actor: Actor,
  form: RateCardReplacement,
  read: ReadRateFile | string,
): Promise<Outcome<RateCardDetail>> {
  const { accountId, user, at } = actor
  const locked = await store.lockCard(tx, accountId, form.rate_card_ud)
  const newest = async (card: RateCardDetail) =>
    requireFound(await store.findNewest(tx, accountId, bindingOf(card)), 'rate card')
  return edit(tx, actor, {
    scope: 'rate_card',
    noun: 'rate card',
    // the history of a card is that of its first version
    id: locked?.firstId ?? 0,
    lock: () => Promise.resolve(locked?.newest),
    judge: before => {
      const refusal = refusedFor(faultsOf(form, read, at))
      if (refusal) return refusal
      const after = newVersion(form, read, before.version + 1, at)
      const from = form.effective_from ?? null
      return {
        before: {
          name: before.rate_card_name,
          grid: before.grid,
          from: from === null ? null : before.effective_from,
          isWithdrawn: before.is_withdrawn,
        },
        after: { name: after.name, grid: after.grid, from, isWithdrawn: false },
      }
    },
    version: before => ({ seen: form.version, stored: before.version }),
    judgeChange: async before => {
      const { effectiveFrom } = newVersion(form, read, before.version + 1, at)
      const refusal = await ofRetiredUnit(tx, accountId, before)
      if (refusal) return refusal
      return refusedFor(
        effectiveFrom.getTime() < Date.parse(before.effective_from)
          ? [
              {
                path: ['effective_from'],
                message: `Version ${before.version} is effective from ${before.effective_from}: the next one begins then or later`,
              },
            ]
          : [],
      )
    },
    write: async (_change, before) => {
      await store.insertVersion(tx, accountId, bindingOf(before), newVersion(form, read, before.version + 1, at), {
        userId: user.uid,
        at,
      })
    },
    changed: async before => ({ before: facts(before), after: facts(await newest(before)) }),
    read: () => newest(requireFound(locked, 'rate card').newest),
  })
}

/**
 * Withdraws a card, or takes it back into use: by a version with the prices of the one before, so that surveys that were launched
 * under either keep theirs. A withdrawal also ends the versions that were still to begin, and restoring brings them back.
 */
export async function setWithdrawn(
  tx: Tx,
  actor: Actor,
  id: number,
  { isWithdrawn, version }: { readonly isWithdrawn: boolean; readonly version: number | undefined },
): Promise<Outcome<RateCardDetail>> {
  const { accountId, user, at } = actor
  const locked = await store.lockCard(tx, accountId, id)
  const newest = async (card: RateCardDetail) =>
    requireFound(await store.findNewest(tx, accountId, bindingOf(card)), 'rate card')
  const by = { userId: user.uid, at }
  return edit(tx, actor, {
    scope: 'rate_card',
    noun: 'rate card',
    id: locked?.firstId ?? 0,
    lock: () => Promise.resolve(locked?.newest),
    judge: before => ({ before: before.is_withdrawn, after: isWithdrawn }),
    version: before => ({ seen: version, stored: before.version }),
    judgeChange: before => (isWithdrawn ? undefined : ofRetiredUnit(tx, accountId, before)),
    write: async (_change, before) => {
      const ended = isWithdrawn
        ? [{ id: before.rate_card_ud, effectiveFrom: at }]
        : await store.findEnded(tx, accountId, before.rate_card_ud, at)
      for (const [index, { id: ofId, effectiveFrom }] of ended.entries())
        await store.copyVersion(
          tx,
          accountId,
          ofId,
          { version: before.version + 1 + index, effectiveFrom: effectiveFrom < at ? at : effectiveFrom, isWithdrawn },
          by,
        )
    },
    changed: async before => ({ before: facts(before), after: facts(await newest(before)) }),
    read: () => newest(requireFound(locked, 'rate card').newest),
  })
}

/** A withdrawn card comes back into use only for a business unit that is; locks the unit. */
async function ofRetiredUnit(
  tx: Tx,
  accountId: number,
  card: RateCardDetail,
): Promise<Refusal<RateCardDetail> | undefined> {
  if (!card.is_withdrawn) return undefined
  const faults = await unknownChoices(tx, accountId, [
    { field: 'business_unit_ud', label: 'Business Unit', list: 'businessUnit', id: card.business_unit_ud },
  ])
  return faults.length === 0
    ? undefined
    : {
        kind: 'refused',
        reason: 'unit_retired',
        message: `Its business unit, ${card.business_unit_name}, is retired. Take the unit back into use first.`,
        current: card,
      }
}

const bindingOf = ({ business_unit_ud, pm_cy_cs_id }: RateCardDetail): store.Binding => ({
  businessUnitId: business_unit_ud,
  countryId: pm_cy_cs_id,
})

const stored = async (tx: Tx, accountId: number, id: number): Promise<RateCardDetail> =>
  requireFound(await store.findVersion(tx, accountId, id), 'rate card')

const inUnits = (priceCents: number | null): number | null => (priceCents === null ? null : priceCents / 100)

const facts = ({ grid, ...card }: RateCardDetail): HistoryFacts => ({
  rate_card_name: card.rate_card_name,
  business_unit_ud: card.business_unit_name,
  pm_cy_cs_id: card.country_name,
  version: card.version,
  effective_from: card.effective_from,
  cpi_min: inUnits(grid.cpi_min),
  cpi_max: inUnits(grid.cpi_max),
  file: card.filename,
  state: card.is_withdrawn ? 'Withdrawn' : 'In use',
})
