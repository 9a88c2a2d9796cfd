import { expect, type Page, type Route } from '@playwright/test'

/** Calls of one kind that are held until the test lets them through or breaks them. */
export interface HeldCall {
  /** How many wait now. */
  readonly waiting: () => number
  /** How many have been asked for so far. */
  readonly asked: () => number
  /** Lets all that wait go to the server; there has to be one. */
  readonly letThrough: () => Promise<void>
  /** Answers all that wait with this, in place of the server; there has to be one. */
  readonly answer: (json: unknown, status?: number) => Promise<void>
  /** Gives all that wait what the server answers, changed by this; there has to be one. */
  readonly answerWith: (change: (json: Readonly<Record<string, unknown>>) => unknown) => Promise<void>
  /** Breaks the connection of all that wait; there has to be one. */
  readonly breakOff: () => Promise<void>
}

/** Holds each call whose path is this one. Calls of a document that is gone are forgotten. */
export async function holdEach(page: Page, path: string): Promise<HeldCall> {
  let held: Route[] = []
  let asked = 0
  await page.route(`**${path}`, route => {
    asked += 1
    held.push(route)
  })
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) held = []
  })
  const take = async (): Promise<Route[]> => {
    await expect.poll(() => held.length, { message: `a call of ${path} waits` }).toBeGreaterThan(0)
    const taken = held
    held = []
    return taken
  }
  return {
    waiting: () => held.length,
    asked: () => asked,
    letThrough: async () => {
      for (const route of await take()) await route.continue()
    },
    answer: async (json, status = 200) => {
      for (const route of await take()) await route.fulfill({ json, status })
    },
    answerWith: async change => {
      for (const route of await take()) {
        const response = await route.fetch()
        await route.fulfill({ response, json: change((await response.json()) as Readonly<Record<string, unknown>>) }) // an object
      }
    },
    breakOff: async () => {
      for (const route of await take()) await route.abort()
    },
  }
}
