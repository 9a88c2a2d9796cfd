import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'

/** Gives this process a browser's database, an empty one; for tests that run the journal outside of a browser. */
export function freshDatabase(): void {
  globalThis.indexedDB = new IDBFactory()
}
