import {
  UNIT_STATUS,
  type BusinessUnit,
  type BusinessUnitForm,
  type BusinessUnitUses,
  type EditedBusinessUnit,
} from '@desk/schema/accounts/business-unit'
import { oneSpaced } from '@desk/schema/forms/one-spaced'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './business-units.store.ts'

/** Makes a business unit (api:B2). */
export function createBusinessUnit(tx: Tx, actor: Actor, form: BusinessUnitForm): Promise<Outcome<BusinessUnit>> {
  const { accountId } = actor
  const name = oneSpaced(form.business_unit_name)
  return make(tx, actor, {
    scope: 'business_unit',
    lock: inAccount,
    judge: () => nameFault(tx, accountId, name),
    write: () => store.insertBusinessUnit(tx, accountId, name),
    facts: async id => facts(await stored(tx, accountId, id)),
    read: id => stored(tx, accountId, id),
  })
}

/**
 * Renames a business unit, retires it, or takes it back into use (api:B3). One that a project that has not ended or a rate card
 * uses is not retired; ended projects keep its name.
 */
export function changeBusinessUnit(
  tx: Tx,
  actor: Actor,
  id: number,
  { business_unit_name, status_id, version }: EditedBusinessUnit,
): Promise<Outcome<BusinessUnit, BusinessUnit | BusinessUnitUses>> {
  const { accountId } = actor
  const name = oneSpaced(business_unit_name)
  return edit<BusinessUnit, store.StoredBusinessUnit, BusinessUnit, BusinessUnitUses>(tx, actor, {
    scope: 'business_unit',
    noun: 'business unit',
    id,
    lock: () => store.lockBusinessUnit(tx, accountId, id),
    judge: before => ({
      before: { name: before.business_unit_name, statusId: before.status_id },
      after: { name, statusId: status_id ?? before.status_id },
    }),
    version: before => ({ seen: version, stored: before.version }),
    judgeChange: async (before, { statusId }) => {
      if (statusId === UNIT_STATUS.inUse) return nameFault(tx, accountId, name, id)
      if (before.status_id !== UNIT_STATUS.inUse) return undefined
      const uses = await store.findUses(tx, accountId, id)
      return uses.projects_count + uses.rate_cards_count > 0 ? inUse(uses) : undefined
    },
    write: after => store.updateBusinessUnit(tx, accountId, id, after),
    facts: async () => facts(await stored(tx, accountId, id)),
    read: () => stored(tx, accountId, id),
  })
}

/** Two units in use never have the same name, in whatever case it is written. */
async function nameFault(tx: Tx, accountId: number, name: string, ownId?: number): Promise<Refusal | undefined> {
  const isTaken = await store.isNameTaken(tx, accountId, name, ownId)
  return refusedFor(
    isTaken ? [{ path: ['business_unit_name'], message: `There is a business unit ${name} already` }] : [],
  )
}

function inUse(uses: BusinessUnitUses): Refusal<BusinessUnitUses> {
  const { projects_count: projects, rate_cards_count: cards } = uses
  const named = [
    ...counted(
      projects,
      'project',
      uses.projects.map(({ pm_proj_name, pm_proj_ud }) => `${pm_proj_name} (${pm_proj_ud})`),
    ),
    ...counted(
      cards,
      'rate card',
      uses.rate_cards.map(({ rate_card_name, rate_card_ud }) => `${rate_card_name} (${rate_card_ud})`),
    ),
  ]
  return {
    kind: 'refused',
    reason: 'in_use',
    message: `It is used by ${named.join(', and by ')}. ${cure(projects, cards)} first.`,
    current: uses,
  }
}

const cure = (projects: number, cards: number): string =>
  cards === 0
    ? 'Give them another business unit'
    : projects === 0
      ? 'Withdraw them'
      : 'Give the projects another business unit and withdraw the rate cards'

/** '2 projects: Habits (1001) and 1 more'; nothing for none. */
function counted(count: number, noun: string, named: readonly string[]): readonly string[] {
  if (count === 0) return []
  const others = count - named.length
  return [`${count} ${noun}${count === 1 ? '' : 's'}: ${named.join(', ')}${others === 0 ? '' : ` and ${others} more`}`]
}

const stored = async (tx: Tx, accountId: number, id: number): Promise<BusinessUnit> =>
  requireFound(await store.findBusinessUnit(tx, accountId, id), 'business unit')

const facts = ({ business_unit_name, status_id }: BusinessUnit): HistoryFacts => ({
  business_unit_name,
  status_id: status_id === UNIT_STATUS.inUse ? 'In use' : 'Retired',
})
