import { BusinessUnitUses, UNIT_STATUS, type BusinessUnit } from '@desk/schema/accounts/business-unit'
import { Schema } from 'effect'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { InUseDialog, usesIn } from '#kit/errors/in-use-dialog.tsx'
import { forgetBusinessUnits } from './business-unit-cache.ts'

const isUses = Schema.is(BusinessUnitUses)

export interface RetireUnitProps {
  readonly accountId: number
  readonly unit: BusinessUnit
  readonly onClosed: () => void
}

/** Retires an unused business unit; otherwise names what uses it (api:B3). */
export function RetireUnit({ accountId, unit, onClosed }: RetireUnitProps) {
  const desk = useDesk()
  const { business_unit_ud: id, business_unit_name: name, version } = unit
  const forget = () => forgetBusinessUnits(desk.queryClient)
  return (
    <ConfirmAct
      call="businessUnits.change"
      request={{
        params: { id: accountId, unit: id },
        payload: { business_unit_name: name, status_id: UNIT_STATUS.retired, version },
      }}
      question={{
        title: 'Retire business unit',
        lines: [
          `${name} leaves every list, and no project can take it any more. Projects that have ended keep its name.`,
        ],
        confirmLabel: 'Retire',
        tone: 'danger',
      }}
      doneText={`${name} was retired`}
      onDone={forget}
      onFailed={forget}
      onClosed={onClosed}
      refusal={failure => {
        const uses = usesIn(failure, isUses)
        return uses === null ? null : <UnitInUse name={name} uses={uses} onClose={onClosed} />
      }}
    />
  )
}

interface UnitInUseProps {
  readonly name: string
  readonly uses: BusinessUnitUses
  readonly onClose: () => void
}

function UnitInUse({
  name,
  uses: { projects_count, projects, rate_cards_count, rate_cards },
  onClose,
}: UnitInUseProps) {
  const user = useUser()
  const readsCards = user !== null && mayCall(user, 'rateCards.read')
  const lists = [
    {
      label: 'Projects of this unit',
      count: projects_count,
      uses: projects.map(({ pm_proj_ud, pm_proj_name, pm_proj_rep_num }) => ({
        id: pm_proj_ud,
        name: pm_proj_name,
        path: `/projects/${pm_proj_ud}/edit`,
        place: `Project ${pm_proj_rep_num}`,
      })),
    },
    {
      label: 'Rate cards for this unit',
      count: rate_cards_count,
      uses: rate_cards.map(({ rate_card_ud, rate_card_name }) => ({
        id: rate_card_ud,
        name: rate_card_name,
        path: readsCards ? `/admin/rate-card-templates?card=${rate_card_ud}` : null,
        place: `Rate card ${rate_card_ud}`,
      })),
    },
  ]
  return (
    <InUseDialog
      name={name}
      reason="It cannot be retired while these use it. Projects that have ended and rate cards that are withdrawn are not counted."
      lists={lists.filter(({ count }) => count > 0)}
      onClose={onClose}
    />
  )
}
