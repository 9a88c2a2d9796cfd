import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

const QUOTED_CELLS = /^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/

/** Exports the table of a page; gives the file's name and its lines as cells. Every cell is quoted and every line ends with CRLF (§9.11). */
export async function exported(
  page: Page,
): Promise<{ file: string; headline: string; header: readonly string[]; rows: readonly (readonly string[])[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  // Excel reads UTF-8 after a byte order mark alone
  expect(text[0]).toBe('\uFEFF')
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) expect(line).toMatch(QUOTED_CELLS)
  const [headline = [], header = [], ...rows] = lines.map(line => line.slice(1, -1).split('","'))
  return { file: download.suggestedFilename(), headline: headline.join(), header, rows }
}
