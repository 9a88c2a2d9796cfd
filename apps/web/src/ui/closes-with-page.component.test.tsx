import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { ComboBox } from './combo-box.tsx'
import { LazyMenu } from './lazy-menu.tsx'
import { Popover } from './popover.tsx'
import { Select } from './select.tsx'
import { SeveralSelect } from './several-select.tsx'

// a guard of unsaved changes holds the step
window.addEventListener('popstate', event => event.stopImmediatePropagation())

const OPTIONS = [
  { id: '1', label: 'One' },
  { id: '2', label: 'Two' },
]

function Openers() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <Select label="Type" options={OPTIONS} value={value} onChange={setValue} />
      <ComboBox label="Country" options={OPTIONS} value={value} onChange={setValue} />
      <SeveralSelect
        label="Projects"
        options={OPTIONS}
        chosenIds={[]}
        onChange={() => undefined}
        onOpenChange={() => undefined}
        words=""
        onWordsChange={() => undefined}
        note={null}
        none="Nothing"
      />
      <Popover label="Panel" trigger={<Button>Open the panel</Button>}>
        One
      </Popover>
      <LazyMenu label="Acts" items={OPTIONS} onAction={() => undefined}>
        {trigger => <Button {...trigger}>Open the menu</Button>}
      </LazyMenu>
    </>
  )
}

test.each([
  ['the list of a select', () => page.getByRole('button', { name: /Type/ }), 'listbox'],
  ['the list of a search select', () => page.getByRole('button', { name: /Country/ }), 'listbox'],
  ['the list of a select of several', () => page.getByRole('button', { name: 'Projects' }), 'listbox'],
  ['a panel', () => page.getByRole('button', { name: 'Open the panel' }), 'dialog'],
  ['a menu', () => page.getByRole('button', { name: 'Open the menu' }), 'menu'],
] as const)(
  '%s closes when the browser goes back, also where unsaved changes hold it',
  async (_what, trigger, role) => {
    await render(<Openers />)
    await trigger().click()
    await expect.element(page.getByRole(role)).toBeVisible()
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    await expect.element(page.getByRole(role)).not.toBeInTheDocument()
  },
)
