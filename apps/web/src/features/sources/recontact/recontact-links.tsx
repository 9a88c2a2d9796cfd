import { Download } from 'lucide-react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

/** All personal links as CSV, for the suppliers, by their own respondent id (api:T33). */
export function RecontactLinks({ stmid }: { readonly stmid: number }) {
  const saving = useAct('recontact.retrieve', {
    // not JSON: the client gives a Blob (§7.4)
    onDone: content => saveFile(`recontact-${stmid}.csv`, content as unknown as Blob),
    onFailed: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button
      icon={<Download aria-hidden />}
      onPress={() => saving.send({ query: { stmid, format: 'csv' } })}
      isPending={saving.isPending}
    >
      Download the links
    </Button>
  )
}
