import { Suspense, useState } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import type { Templates } from './template.ts'

const TemplatesDialog = lazyOverlay(
  () => import('./templates-dialog.tsx'),
  'The templates',
  ({ onClose }) => onClose(),
)

/** The form's button that opens the templates of one of its parts. */
export function TemplatesButton({ templates, label }: { templates: Templates; label: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{label}</Button>
      <Suspense fallback={null}>
        {isOpen ? <TemplatesDialog templates={templates} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
