import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ComboBox } from './combo-box.tsx'
import type { SelectOption } from './select.tsx'

const ONE = { id: '1', label: 'One' }
const TWO = { id: '2', label: 'Two' }

function Numbers({ options }: { readonly options: readonly SelectOption[] }) {
  const [value, setValue] = useState<string | null>('2')
  return <ComboBox label="Number" options={options} value={value} onChange={setValue} />
}

const box = () => page.getByRole('combobox', { name: 'Number' })
const shown = () =>
  page
    .getByRole('option')
    .elements()
    .map(option => option.textContent)

test('an open list takes in the options that arrive, and stays open', async () => {
  const { rerender } = await render(<Numbers options={[TWO]} />)
  await box().click()
  await expect.poll(shown).toEqual(['Two'])
  await rerender(<Numbers options={[ONE, TWO]} />)
  await expect.poll(shown).toEqual(['One', 'Two'])
  await expect.element(box()).toHaveFocus()
  await page.getByRole('option', { name: 'One' }).click()
  await expect.element(box()).toHaveValue('One')
})

test('what one types finds the options that arrive', async () => {
  const { rerender } = await render(<Numbers options={[TWO]} />)
  await box().fill('on')
  await expect.poll(shown).toEqual([])
  await rerender(<Numbers options={[ONE, TWO]} />)
  await expect.poll(shown).toEqual(['One'])
})

test('the box shows the chosen option once its options have arrived; while one is in it, as soon as one leaves it', async () => {
  const { rerender, unmount } = await render(<Numbers options={[]} />)
  await expect.element(box()).toHaveValue('')
  await rerender(<Numbers options={[ONE, TWO]} />)
  await expect.element(box()).toHaveValue('Two')
  await unmount()

  const focused = await render(<Numbers options={[]} />)
  await box().click()
  await focused.rerender(<Numbers options={[ONE, TWO]} />)
  await userEvent.keyboard('{Tab}')
  await expect.element(box()).toHaveValue('Two')
})
