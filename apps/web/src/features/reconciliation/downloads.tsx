import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

/** The rows of a request as CSV: all of them (api:R12), or those that a filter leaves (api:R2). */
export function Downloads({
  projectId,
  reconciliationId,
  filter = {},
}: {
  readonly projectId: number
  readonly reconciliationId: number
  readonly filter?: RowFilter
}) {
  const desk = useDesk()
  const isAll = Object.keys(filter).length === 0
  const saving = useMutation({
    mutationFn: async () => {
      // not JSON: the client gives a Blob (§7.4)
      const content = (await (isAll
        ? desk.api.call('reconciliation.mainDownload', {
            payload: { pm_proj_ud: projectId, reconciliation_ud: reconciliationId },
          })
        : desk.api.call('reconciliation.report', {
            params: { project: projectId },
            query: { reconciliation_ud: reconciliationId, ...filter, format: 'csv' },
          }))) as unknown as Blob
      saveFile(`reconciliation-${reconciliationId}${isAll ? '' : `-${Object.values(filter).join('-')}`}.csv`, content)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button icon={<Download aria-hidden />} onPress={() => saving.mutate()} isPending={saving.isPending}>
      {isAll ? 'Download rows' : 'Download these rows'}
    </Button>
  )
}
