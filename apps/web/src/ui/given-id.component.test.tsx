import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { GivenId } from './given-id.tsx'
import { leftOf } from './testing/left-of.ts'

test('an id that turns the direction of writing turns neither itself nor its neighbours, names the mark, and is copied as it was given', async () => {
  const given = 'AB\u202ECD'
  await render(
    <p data-testid="line">
      <GivenId text={given} /> yz
    </p>,
  )
  const line = page.getByTestId('line').element()
  expect(line.textContent).toBe(`${given} yz`)
  const lefts = ['A', 'B', 'C', 'D', 'y', 'z'].map(character => leftOf(line, character))
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  const marks = [...line.querySelectorAll('[data-mark]')].map(mark => [
    mark.getAttribute('data-mark'),
    getComputedStyle(mark, '::before').content,
    mark.getBoundingClientRect().width > 0,
  ])
  expect(marks).toEqual([['U+202E', '"U+202E"', true]])
})

test('an id in letters that are written from the right does not move the number behind it', async () => {
  await render(
    <p data-testid="line">
      <GivenId text="أحمد" /> 7 y
    </p>,
  )
  const line = page.getByTestId('line').element()
  const lefts = ['أ', '7', 'y'].map(character => leftOf(line, character))
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
})
