import { beforeAll } from 'vitest'
import { DEMO_PASSWORD, makeDemoAccounts, openDemoSignIns } from '#demo/demo-accounts'
import type { Answer, TestPlatform } from './platform.ts'

/** Makes the demo's accounts, whose users can sign in, before the tests of this file. */
export function useDemoAccounts(platform: () => Pick<TestPlatform, 'database'>): void {
  beforeAll(() =>
    platform().database.asSystem(async tx => {
      await makeDemoAccounts(tx)
      await openDemoSignIns(tx)
    }),
  )
}

/** Users of the demo with their sessions. */
export interface DemoPeople {
  /** By username; a test may add others by names of its own. */
  readonly tokens: Map<string, string>
  /** One call with the token of this name. */
  readonly as: (who: string, method: string, path: string, body?: unknown) => Promise<Answer>
}

/** Makes the demo's accounts, and signs these users in, before the tests of this file. */
export function useDemoPeople(platform: () => TestPlatform, usernames: readonly string[]): DemoPeople {
  const tokens = new Map<string, string>()
  useDemoAccounts(platform)
  beforeAll(async () => {
    for (const username of usernames) tokens.set(username, await platform().signIn(username, DEMO_PASSWORD))
  })
  return {
    tokens,
    as: (who, method, path, body) => {
      const token = tokens.get(who)
      if (token === undefined) throw new Error(`${who} is not signed in`)
      return platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
    },
  }
}
