import type { MenuContext } from '@desk/machines/menu/menu.machine'
import type { OpenMenu } from '@desk/schema/journal/open-menu'
import { useState } from 'react'
import type { RecordedMoment } from '#runtime/recorded/recorded-moment.ts'
import MenuPopover from '#ui/menu-popover.tsx'

const nothing = () => {}

/** The menu that was open; null: none was. */
export function openMenuOf({ states }: RecordedMoment): OpenMenu | null {
  // The machine is the one that the key names.
  return (states['menu']?.context as MenuContext | undefined)?.menu ?? null
}

/** A recorded menu where its button was: the button itself may be in a row that was not recorded. */
export function RecordedMenu({ menu: { label, heading, choices, placement, button } }: { readonly menu: OpenMenu }) {
  const [place, setPlace] = useState<HTMLSpanElement | null>(null)
  return (
    <>
      <span
        ref={setPlace}
        style={{
          position: 'fixed',
          insetInlineStart: button.xPx,
          insetBlockStart: button.yPx,
          inlineSize: button.widthPx,
          blockSize: button.heightPx,
          visibility: 'hidden',
        }}
      />
      {place === null ? null : (
        <MenuPopover
          label={label}
          {...(heading === null ? {} : { heading })}
          items={choices.map(({ choice, note, look }, index) => ({
            id: String(index),
            label: choice,
            isCurrent: look === 'current',
            isDanger: look === 'danger',
            ...(note === null ? {} : look === 'blocked' ? { blockedReason: note } : { description: note }),
          }))}
          placement={placement}
          triggerRef={{ current: place }}
          onAction={nothing}
          onClose={nothing}
        />
      )}
    </>
  )
}
