import type { Qualification } from '@desk/schema/qualifications/qualification'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { forgetQualifications } from './qualification-cache.ts'

/** Deletes an unused qualification; otherwise names its uses (api:Q4). */
export function DeleteQualification({
  qualification: { qualifications_ud: uid, qualifications_name: name },
  onDeleted,
}: {
  readonly qualification: Qualification
  readonly onDeleted: () => void
}) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button variant="ghost" icon={<Trash2 aria-hidden />} onPress={() => setAsks(true)}>
        Delete
      </Button>
      {asks ? (
        <ConfirmAct
          call="qualifications.remove"
          request={{ query: { uid } }}
          question={{
            title: 'Delete qualification',
            lines: [`${name} is deleted with its texts and options. This cannot be undone.`],
            confirmLabel: 'Delete',
            tone: 'danger',
          }}
          doneText={`${name} was deleted`}
          onDone={() => {
            onDeleted()
            forgetQualifications(desk.queryClient)
          }}
          onClosed={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}
