import { SupplierUses, type Supplier } from '@desk/schema/suppliers/supplier'
import { useMutation } from '@tanstack/react-query'
import { Schema } from 'effect'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import cell from '#kit/tables/name-link.module.css'
import { forgetSuppliers } from './supplier-cache.ts'
import styles from './suppliers.module.css'

const isUses = Schema.is(SupplierUses)
const usesOf = (failure: unknown): SupplierUses | null =>
  failure instanceof ApiError && failure.reason === 'in_use' && isUses(failure.current) ? failure.current : null

export interface DeleteSupplierProps {
  readonly supplier: Supplier
  readonly onDeleted: () => void
}

/** Deletes an unused supplier; otherwise names the sources that use it (api:U12). */
export function DeleteSupplier({ supplier: { pm_sup_ud: id, name }, onDeleted }: DeleteSupplierProps) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  const removal = useMutation({
    mutationFn: () => desk.api.call('suppliers.remove', { params: { id } }),
    onSuccess: () => {
      void showToast({ type: 'success', message: `${name} was deleted` })
      forgetSuppliers(desk.queryClient)
      onDeleted()
    },
    onError: failure => {
      if (usesOf(failure) === null) void showToast({ type: 'error', message: failureMessage(failure) })
    },
    onSettled: () => setAsks(false),
  })
  const uses = usesOf(removal.error)
  return (
    <>
      <Button variant="ghost" icon={<Trash2 aria-hidden />} onPress={() => setAsks(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={asks}
        title="Delete supplier"
        confirmLabel="Delete"
        tone="danger"
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setAsks(false)}
      >
        <p>
          {name} leaves every list, and no source can buy from it any more. Respondents who are still on the way are
          taken back as before.
        </p>
      </ConfirmDialog>
      {uses === null ? null : (
        <Dialog
          isOpen
          title={`${name} is in use`}
          onClose={() => removal.reset()}
          footer={<Button onPress={() => removal.reset()}>Close</Button>}
        >
          <Uses {...uses} />
        </Dialog>
      )}
    </>
  )
}

function Uses({ count, sources }: SupplierUses) {
  const others = count - sources.length
  return (
    <div className={styles['refusal']}>
      <p>{`It cannot be deleted while ${count === 1 ? 'a source buys' : `${count} sources buy`} from it. Take it out of ${count === 1 ? 'that source' : 'them'} first. Sources that have ended are not counted: they keep its name.`}</p>
      <ul className={styles['uses']} aria-label="Sources that buy from it">
        {sources.map(({ stmid, name, pm_sy_ud, pm_sy_name, pm_proj_ud, pm_proj_name }) => (
          <li key={stmid}>
            <a className={cell['link']} href={`#/projects/${pm_proj_ud}/survey/${pm_sy_ud}/streams`}>
              {name} ({stmid})
            </a>
            <span className={styles['place']}>
              {pm_proj_name} / {pm_sy_name}
            </span>
          </li>
        ))}
        {others > 0 ? <li>and {others} more</li> : null}
      </ul>
    </div>
  )
}
