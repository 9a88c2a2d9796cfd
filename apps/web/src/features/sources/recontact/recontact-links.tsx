import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

/** All personal links as CSV, for the suppliers, by their own respondent id (api:T33). */
export function RecontactLinks({ stmid }: { readonly stmid: number }) {
  const desk = useDesk()
  const saving = useMutation({
    mutationFn: async () => {
      // not JSON: the client gives a Blob (§7.4)
      const content = (await desk.api.call('recontact.retrieve', {
        query: { stmid, format: 'csv' },
      })) as unknown as Blob
      saveFile(`recontact-${stmid}.csv`, content)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button icon={<Download aria-hidden />} onPress={() => saving.mutate()} isPending={saving.isPending}>
      Download the links
    </Button>
  )
}
