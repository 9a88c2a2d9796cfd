'use no memo'

import { Columns3 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type PopoverOfRows from './columns-popover.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const LazyPopover = lazyOverlay(
  () => import('./columns-popover.tsx'),
  'The choice of columns',
  ({ onClose }) => onClose(),
)
// lazyOverlay forgets that the component is generic.
const ColumnsPopover = LazyPopover as unknown as typeof PopoverOfRows

/** Opens the choice of columns; its code comes with the first use. */
export function ColumnsButton<Row extends object>(panel: ColumnsPanelProps<Row>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const preload = () => void LazyPopover.preload()
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
