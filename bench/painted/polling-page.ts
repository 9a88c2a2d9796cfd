import type { SourceRow } from '@desk/schema/figures/figures'
import type { Page } from '@playwright/test'

/** The peer: a page that asks for the same table once a second and writes new values into its cells. */
export async function startPolling(page: Page, path: string, token: string, everyMs: number): Promise<void> {
  await page.evaluate(
    ({ path, token, everyMs }) => {
      const table = document.createElement('table')
      document.body.replaceChildren(table)
      const cells = new Map<number, HTMLElement>()
      const poll = async (): Promise<void> => {
        const response = await fetch(path, {
          headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
        })
        if (!response.ok) throw new Error(`The table answered ${response.status}`)
        for (const { stmid, completes } of (await response.json()) as SourceRow[]) {
          let cell = cells.get(stmid)
          if (!cell) {
            const line = table.insertRow()
            line.dataset['line'] = String(stmid)
            cell = line.insertCell()
            cell.dataset['figure'] = ''
            cells.set(stmid, cell)
          }
          const text = String(completes)
          if (cell.textContent !== text) cell.textContent = text
        }
      }
      setInterval(() => void poll(), everyMs)
      return poll()
    },
    { path, token, everyMs },
  )
}
