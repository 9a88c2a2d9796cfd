import { afterAll, beforeAll, inject } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type FreshDatabase, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** The server of this test run. */
export function testServer(): TestServer {
  return inject('testServer')
}

/** A migrated database for this test file: its own, made within 0.2 s. Call `drop()` when done, or use `useDatabase()`. */
export function freshDatabase(): Promise<FreshDatabase> {
  return createTestDatabase(testServer())
}

/** A database without any table, for the migrations' own tests. */
export function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  return createEmptyDatabase(testServer())
}

/** Gives the file (or the describe block it is called in) a migrated database, made before its tests and dropped after them. */
export function useDatabase(): () => FreshDatabase {
  let fresh: FreshDatabase | undefined
  beforeAll(async () => {
    fresh = await freshDatabase()
  })
  afterAll(async () => {
    await fresh?.drop()
  })
  return () => {
    if (!fresh) throw new Error('useDatabase() gives its database to tests and hooks, not while the file is read')
    return fresh
  }
}
