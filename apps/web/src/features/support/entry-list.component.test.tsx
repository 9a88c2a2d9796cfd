import type { JournalEntry } from '@desk/schema/journal/entry'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { recordedEntries, signedInAt } from '#runtime/testing/recorded-after.ts'
import { EntryList } from './entry-list.tsx'

const ENTRIES: readonly JournalEntry[] = recordedEntries([
  ...signedInAt('/projects'),
  ...Array.from(
    { length: 60 },
    (_, index) => ['session', { type: 'location.changed', path: `/projects/${index}` }] as const,
  ),
])
const SHOWN = ENTRIES.length - 6

const listOf = (heightPx: number) => (
  <div style={{ display: 'flex', flexDirection: 'column', blockSize: heightPx }}>
    <EntryList
      entries={ENTRIES}
      markers={ENTRIES.map(() => null)}
      walked={ENTRIES.map((_, index) => index + 1)}
      position={SHOWN}
      startMs={0}
      differs={() => false}
      onChoose={() => {}}
    />
  </div>
)

test('the entry that is shown stays in sight when the list becomes lower', async () => {
  const page = await render(listOf(600))
  const shown = page.getByRole('option', { selected: true })
  await expect.element(shown).toBeInViewport({ ratio: 0.9 })
  await page.rerender(listOf(200))
  await expect.element(shown).toBeInViewport({ ratio: 0.9 })
})
