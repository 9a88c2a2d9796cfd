import type { ReconciliationOutcome } from '@desk/schema/reconciliation/outcomes'
import type { MainDownload } from '@desk/schema/reconciliation/reconciliation-choice'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

/** The rows of a request as CSV, all or those of one outcome (api:R12). */
export function Downloads({
  projectId,
  reconciliationId,
  outcome,
}: {
  readonly projectId: number
  readonly reconciliationId: number
  readonly outcome?: ReconciliationOutcome | undefined
}) {
  const desk = useDesk()
  const saving = useMutation({
    mutationFn: async () => {
      const payload: MainDownload = {
        pm_proj_ud: projectId,
        reconciliation_ud: reconciliationId,
        ...(outcome === undefined ? {} : { outcome }),
      }
      // not JSON: the client gives a Blob (§7.4)
      const content = (await desk.api.call('reconciliation.mainDownload', { payload })) as unknown as Blob
      saveFile(`reconciliation-${reconciliationId}${outcome === undefined ? '' : `-${outcome}`}.csv`, content)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button icon={<Download aria-hidden />} onPress={() => saving.mutate()} isPending={saving.isPending}>
      {outcome === undefined ? 'Download rows' : 'Download these rows'}
    </Button>
  )
}
