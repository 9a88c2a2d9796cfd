import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

/** The changes of all reconciliations of a project, as CSV (api:R8). */
export function EventExport({ projectId }: { readonly projectId: number }) {
  const desk = useDesk()
  const saving = useMutation({
    mutationFn: async () => {
      // not JSON: the client gives a Blob (§7.4)
      const content = (await desk.api.call('reconciliation.eventExport', {
        payload: { pm_proj_ud: projectId },
      })) as unknown as Blob
      saveFile(`reconciliation-events-${projectId}.csv`, content)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button icon={<Download aria-hidden />} onPress={() => saving.mutate()} isPending={saving.isPending}>
      Export events
    </Button>
  )
}
