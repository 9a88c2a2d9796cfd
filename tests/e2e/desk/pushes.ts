import type { Page } from '@playwright/test'
import { expect } from './desk-fixture.ts'

/** The gateway's pushes to a page. */
export interface Pushes {
  /** For `visit`: listens from the start. */
  readonly prepare: (page: Page) => Promise<void>
  /** Waits until a message of this name has come, after those that came before the last call. */
  readonly next: (name: 'heartbeat' | 'ended' | 'doubted' | 'alerted') => Promise<void>
}

/**
 * Listens to a page's pushes. A test that waits for the push, and then for what the page shows, sees that the page follows it at once without judging the
 * clock of a busy machine.
 */
export function listenToPushes(): Pushes {
  const frames: string[] = []
  let seen = 0
  return {
    prepare: async page =>
      void page.on('websocket', socket =>
        socket.on('framereceived', ({ payload }) => void frames.push(String(payload))),
      ),
    next: async name => {
      const at = () => frames.findIndex((frame, index) => index >= seen && frame.includes(`["${name}"`))
      await expect.poll(at, `a push ${name}`).toBeGreaterThanOrEqual(0)
      seen = at() + 1
    },
  }
}
