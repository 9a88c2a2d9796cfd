import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { leaveOutNul } from './leave-out-nul.ts'
import { NoticeLine } from './notice-line.tsx'
import { TextField } from './text-field.tsx'

leaveOutNul(window)

function Fields({ onChange }: { readonly onChange: (text: string) => void }) {
  const [values, setValues] = useState<readonly string[]>(['', ''])
  const change = (at: number) => (text: string) => {
    onChange(text)
    setValues(values.map((value, index) => (index === at ? text : value)))
  }
  return (
    <>
      <TextField label="Name" value={values[0] ?? ''} onChange={change(0)} />
      <TextField label="Note" rows={2} value={values[1] ?? ''} onChange={change(1)} />
      <NoticeLine />
    </>
  )
}

test('a NUL in a typed or pasted text is left out before any listener sees it, and the user is informed', async () => {
  const changes: string[] = []
  await render(<Fields onChange={text => changes.push(text)} />)
  await page.getByLabelText('Name').fill('Ann\0 Lee')
  await page.getByLabelText('Note').fill('\0one\0')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Ann Lee')
  await expect.element(page.getByLabelText('Note')).toHaveValue('one')
  expect(changes).toEqual(['Ann Lee', 'one'])
  await expect
    .element(page.getByText('A character that cannot be stored (NUL) was left out.').first())
    .toBeInTheDocument()
})
