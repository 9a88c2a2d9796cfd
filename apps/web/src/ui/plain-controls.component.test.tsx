import { userEvent } from 'vitest/browser'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SearchField } from './search-field.tsx'
import { SegmentedControl } from './segmented-control.tsx'

const SEGMENTS = [
  { id: 'day', label: 'Day' },
  { id: 'week', label: 'Week', isDisabled: true },
  { id: 'month', label: 'Month' },
] as const

function Grains() {
  const [grain, setGrain] = useState<(typeof SEGMENTS)[number]['id']>('day')
  return <SegmentedControl label="Grain" segments={SEGMENTS} value={grain} onChange={setGrain} />
}

test('Tab reaches the chosen segment; arrows move past a disabled one, and a press chooses', async () => {
  const screen = await render(<Grains />)
  const [day, month] = [screen.getByRole('radio', { name: 'Day' }), screen.getByRole('radio', { name: 'Month' })]
  await userEvent.keyboard('{Tab}')
  await expect.element(day).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(month).toHaveFocus()
  await expect.element(day).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(month).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(day).toHaveFocus()
})

function Search({ onSubmit }: { readonly onSubmit: (words: string) => void }) {
  const [words, setWords] = useState('')
  return <SearchField label="Search sources" value={words} onChange={setWords} onSubmit={onSubmit} />
}

test('a key of an input method that composes a word neither submits nor clears a search', async () => {
  const submitted: string[] = []
  const screen = await render(<Search onSubmit={words => submitted.push(words)} />)
  const search = screen.getByRole('searchbox', { name: 'Search sources' })
  await search.fill('コーヒー')
  const press = (key: string, isComposing: boolean) =>
    search.element().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true }))
  press('Enter', true)
  press('Escape', true)
  press('Enter', false)
  expect(submitted).toEqual(['コーヒー'])
  await expect.element(search).toHaveValue('コーヒー')
})

test('Enter submits a search; Escape and the cross clear it, and the field stays focused', async () => {
  const submitted: string[] = []
  const screen = await render(<Search onSubmit={words => submitted.push(words)} />)
  const search = screen.getByRole('searchbox', { name: 'Search sources' })
  await search.fill('coffee')
  await userEvent.keyboard('{Enter}')
  expect(submitted).toEqual(['coffee'])
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await search.fill('tea')
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(search).toHaveValue('')
  await expect.element(search).toHaveFocus()
})
