import { BusinessUnitUses, UNIT_STATUS, type BusinessUnit } from '@desk/schema/accounts/business-unit'
import { useMutation } from '@tanstack/react-query'
import { Schema } from 'effect'
import { ApiError } from '#runtime/api/api-error.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import cell from '#kit/tables/name-link.module.css'
import { forgetBusinessUnits } from './business-unit-cache.ts'
import styles from './business-units.module.css'

const isUses = Schema.is(BusinessUnitUses)
const usesOf = (failure: unknown): BusinessUnitUses | null =>
  failure instanceof ApiError && failure.reason === 'in_use' && isUses(failure.current) ? failure.current : null

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
  const uses = usesOf(retirement.error)
  if (uses !== null)
    return (
      <Dialog isOpen title={`${name} is in use`} onClose={onClosed} footer={<Button onPress={onClosed}>Close</Button>}>
        <Uses {...uses} />
      </Dialog>
    )
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

const more = (count: number, shown: number) => (count > shown ? <li>and {count - shown} more</li> : null)

function Uses({ projects_count, projects, rate_cards_count, rate_cards }: BusinessUnitUses) {
  const user = useUser()
  return (
    <div className={styles['refusal']}>
      <p>
        It cannot be retired while these use it. Projects that have ended and rate cards that are withdrawn are not
        counted.
      </p>
      {projects_count === 0 ? null : (
        <ul className={styles['uses']} aria-label="Projects of this unit">
          {projects.map(({ pm_proj_ud, pm_proj_name, pm_proj_rep_num }) => (
            <li key={pm_proj_ud}>
              <a className={cell['link']} href={`#/projects/${pm_proj_ud}/edit`}>
                {pm_proj_name}
              </a>
              <span className={styles['place']}>Project {pm_proj_rep_num}</span>
            </li>
          ))}
          {more(projects_count, projects.length)}
        </ul>
      )}
      {rate_cards_count === 0 ? null : (
        <ul className={styles['uses']} aria-label="Rate cards for this unit">
          {rate_cards.map(({ rate_card_ud, rate_card_name }) => (
            <li key={rate_card_ud}>
              {user !== null && mayCall(user, 'rateCards.read') ? (
                <a className={cell['link']} href={`#/admin/rate-card-templates?card=${rate_card_ud}`}>
                  {rate_card_name}
                </a>
              ) : (
                <span>{rate_card_name}</span>
              )}
              <span className={styles['place']}>Rate card {rate_card_ud}</span>
            </li>
          ))}
          {more(rate_cards_count, rate_cards.length)}
        </ul>
      )}
    </div>
  )
}
