import { expect, type Page } from '@playwright/test'

/** All that the browser keeps of the page's: storages, and the journals' database. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('The database failed.'))
      })
    const rows: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name ?? ''))
      for (const store of db.objectStoreNames)
        rows.push(await settled(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), rows])
  })

/** Waits until the page's journal is written to its database: what happened before is in it, too. */
export const journalIsOpen = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'desk-journal')))
    .toBe(true)
