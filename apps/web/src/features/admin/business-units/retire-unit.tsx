import { BusinessUnitUses, UNIT_STATUS, type BusinessUnit } from '@desk/schema/accounts/business-unit'
import { useMutation } from '@tanstack/react-query'
import { Schema } from 'effect'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
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
  const retirement = useMutation({
    mutationFn: () =>
      desk.api.call('businessUnits.change', {
        params: { id: accountId, unit: id },
        headers: { 'idempotency-key': crypto.randomUUID() },
        payload: { business_unit_name: name, status_id: UNIT_STATUS.retired, version },
      }),
    onSuccess: () => {
      void showToast({ type: 'success', message: `${name} was retired` })
      forgetBusinessUnits(desk.queryClient)
      onClosed()
    },
    onError: () => forgetBusinessUnits(desk.queryClient),
  })
  const uses = usesIn(retirement.error, isUses)
  if (uses !== null) return <UnitInUse name={name} uses={uses} onClose={onClosed} />
  return (
    <ConfirmDialog
      isOpen
      title="Retire business unit"
      confirmLabel="Retire"
      tone="danger"
      isPending={retirement.isPending}
      onConfirm={() => retirement.mutate()}
      onCancel={onClosed}
    >
      <p>{name} leaves every list, and no project can take it any more. Projects that have ended keep its name.</p>
      <CallFailure error={retirement.error} />
    </ConfirmDialog>
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
