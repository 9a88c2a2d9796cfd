import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { ColumnsPanel, type ColumnsPanelProps } from './columns-panel.tsx'
import { ClosesWithPage } from '#ui/closes-with-page.tsx'
import styles from '#ui/popover.module.css'

export interface ColumnsPopoverProps<Row extends object> extends ColumnsPanelProps<Row> {
  triggerRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The choice of columns beside its button. */
export default function ColumnsPopover<Row extends object>({
  triggerRef,
  onClose,
  ...panel
}: ColumnsPopoverProps<Row>) {
  return (
    <Popover
      className={styles['popover']!}
      triggerRef={triggerRef}
      placement="bottom start"
      offset={4}
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
    >
      <ClosesWithPage onClose={onClose} />
      <Dialog aria-label="Columns" className={styles['panel']!}>
        <ColumnsPanel {...panel} />
      </Dialog>
    </Popover>
  )
}
