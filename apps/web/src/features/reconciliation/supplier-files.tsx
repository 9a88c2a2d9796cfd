import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { namedOptions } from '#kit/forms/named-options.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { showToast } from '#ui/toasts.ts'

/** A supplier that may have rows in a request. */
export interface NamedSupplier {
  readonly pm_sup_ud: number
  readonly name: string
}

/** A stored request's part about one supplier's respondents, as a signed CSV for that supplier (settlement.md §2). */
export function SupplierFiles({
  requestId,
  name,
  suppliers,
}: {
  readonly requestId: number
  readonly name: string
  readonly suppliers: readonly NamedSupplier[]
}) {
  const desk = useDesk()
  const saving = useMutation({
    mutationFn: async (supplier: number) => {
      const text = await desk.api.call('statements.outcomes', { query: { supplier, reconciliation_ud: requestId } })
      saveFile(`outcomes-request-${requestId}-supplier-${supplier}.csv`, text, 'text/csv;charset=utf-8')
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <LazyMenu
      label={`Supplier’s file of ${name}`}
      heading="Its own rows alone, signed"
      items={namedOptions(suppliers.map(({ pm_sup_ud: id, name: called }) => ({ id, name: called })))}
      onAction={id => saving.mutate(Number(id))}
    >
      {trigger => (
        <Button {...trigger} icon={<Download aria-hidden />} isPending={saving.isPending}>
          Supplier’s file
        </Button>
      )}
    </LazyMenu>
  )
}
