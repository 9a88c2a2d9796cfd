import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Menu } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

export function OverlaysSection() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'status' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title="Over the page">
      <div className={styles['line']}>
        <Menu
          label="Status"
          heading="Change status"
          trigger={<Button>Status menu</Button>}
          onAction={() => setOpen('status')}
          items={[
            { id: '1', label: 'Live', isCurrent: true, blockedReason: 'It is live now.' },
            { id: '2', label: 'Paused', description: 'Stops incoming traffic', shortcut: 'P' },
            { id: '4', label: 'Complete' },
            { id: '5', label: 'Cancelled', blockedReason: 'It has billable completes; complete it instead.' },
          ]}
        />
        <Popover label="Filters" trigger={<Button>Popover</Button>}>
          {({ close: closePopover }) => (
            <div className={styles['section']}>
              <TextField label="Country" />
              <Button onPress={closePopover}>Apply</Button>
            </div>
          )}
        </Popover>
        <Tooltip text="completes ÷ (completes + overquotas + terms)">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button onPress={() => setOpen('dialog')}>Dialog</Button>
        <Button onPress={() => setOpen('confirm')}>Confirm</Button>
        <Button onPress={() => setOpen('drawer')}>Drawer</Button>
        <Button onPress={() => void showToast({ type: 'success', message: 'User created successfully' })}>Toast</Button>
        <Button
          onPress={() =>
            void showToast({
              type: 'error',
              message: 'Encountered an error. Please try again later.',
              description: 'Nothing was saved.',
              action: { label: 'Retry', onPress: close },
            })
          }
        >
          Error toast
        </Button>
      </div>
      <Dialog
        isOpen={open === 'dialog'}
        title="New User"
        onClose={close}
        footer={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" onPress={close}>
              Save
            </Button>
          </>
        }
      >
        <div className={styles['section']}>
          <TextField label="Firstname" isRequired />
          <TextField label="Username" errorMessage="Username Must be a valid email" defaultValue="ana@" />
        </div>
      </Dialog>
      <ConfirmDialog isOpen={open === 'confirm'} onConfirm={close} onCancel={close}>
        This removes the view “My view”.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'status'}
        title="Confirm Status Change"
        confirmLabel="Yes, Change Status"
        onConfirm={close}
        onCancel={close}
      >
        Are you sure you want to change the status of this Source from Live to Paused?
      </ConfirmDialog>
      <Drawer
        isOpen={open === 'drawer'}
        title="Account"
        onClose={close}
        footer={<Button onPress={close}>Logout</Button>}
      >
        <div className={styles['line']}>
          <Avatar firstname="Ana" lastname="Silva" size={48} />
          Ana Silva
        </div>
      </Drawer>
    </Section>
  )
}
