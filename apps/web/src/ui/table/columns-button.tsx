import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const load = () => import('./columns-popover.tsx')
// lazy() forgets that the component is generic.
const ColumnsPopover = lazy(load) as unknown as Awaited<ReturnType<typeof load>>['default']

/** Opens the choice of columns; its code comes with the first use. */
export function ColumnsButton<Row extends object>(panel: ColumnsPanelProps<Row>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const preload = () => {
    // What fails here is asked for again when it opens.
    load().catch(() => undefined)
  }
  return (
    <>
      <Button
        ref={trigger}
        icon={<Columns3 aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onHoverStart={preload}
        onFocus={preload}
      >
        Columns
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ColumnsPopover {...panel} triggerRef={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
