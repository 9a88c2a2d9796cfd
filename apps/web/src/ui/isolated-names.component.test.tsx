import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { isolated } from './format/isolated.ts'
import { leftOf } from './testing/left-of.ts'
import './base.css'

const AHMED = 'أحمد'
const SHALOM = 'שלום'

/** The characters in the order in which they are drawn, from the left. */
async function drawn(what: React.ReactNode, characters: readonly string[]): Promise<readonly string[]> {
  await render(<p data-testid="line">{what}</p>)
  const line = page.getByTestId('line').element()
  return characters.toSorted((one, other) => leftOf(line, one) - leftOf(line, other))
}

test('a name that is written from the right does not move the figure, or the other name, beside its element', async () => {
  const characters = ['أ', '7', 'ש', '8']
  const line = (
    <>
      <a href="#/projects/5">{AHMED}</a> 7, <strong>{SHALOM}</strong> <span>8</span>
    </>
  )
  expect(await drawn(line, characters)).toEqual(characters)
})

test('within a sentence it does as well, and a name in other letters is not touched', async () => {
  const characters = ['أ', '7', 'ש', '8']
  expect(await drawn(`${isolated(AHMED)} (7), ${isolated(SHALOM)} 8`, characters)).toEqual(characters)
  expect(isolated('Café 7 · Ωμέγα 東京')).toBe('Café 7 · Ωμέγα 東京')
})
