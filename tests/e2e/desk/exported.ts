import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'

const QUOTED_CELLS = /^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/

/** Takes one of the files of a table's menu Export; gives its name and its text. */
export async function exportedFile(page: Page, item: 'Table (CSV)' | 'Notes (CSV)') {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { file: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

function cellsOf(text: string): readonly (readonly string[])[] {
  // Excel reads UTF-8 after a byte order mark alone
  expect(text[0]).toBe('\uFEFF')
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) expect(line).toMatch(QUOTED_CELLS)
  return lines.map(line => line.slice(1, -1).split('","'))
}

/** Exports the table of a page; gives the file's name, its lines as cells, and its notes. Every cell is quoted and every line ends with CRLF (§9.11). */
export async function exported(
  page: Page,
): Promise<{ file: string; notes: string; header: readonly string[]; rows: readonly (readonly string[])[] }> {
  const table = await exportedFile(page, 'Table (CSV)')
  const notes = await exportedFile(page, 'Notes (CSV)')
  const [header = [], ...rows] = cellsOf(table.text)
  return {
    file: table.file,
    notes: cellsOf(notes.text)
      .map(([what, words]) => `${what}: ${words}`)
      .join(' | '),
    header,
    rows,
  }
}
