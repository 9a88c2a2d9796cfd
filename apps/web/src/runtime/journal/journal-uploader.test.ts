import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { BEGINNING } from '@desk/machines/journal/fold'
import { MACHINES } from '@desk/machines/registry'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { JournalBatch, JournalTaken } from '@desk/schema/journal/upload'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { openJournalStore, type JournalStore } from './journal-store.ts'
import { LEAVING_BYTES, openUploader, UPLOAD_MS, type Uploader } from './journal-uploader.ts'
import type { JournalOwner } from './recorder.ts'

const ANN = { uid: 11, pm_dsh_ud: 2 }
const ELSEWHERE = { uid: 11, pm_dsh_ud: 3 }
const BOB = { uid: 12, pm_dsh_ud: 2 }

/** A server that keeps what it is sent, and answers otherwise when a test says so. */
class Server {
  readonly journals = new Map<string, Set<number>>()
  readonly calls: { readonly journal: string; readonly seqs: readonly number[]; readonly keepalive: boolean }[] = []
  faults: (ApiError | DOMException)[] = []
  refuses: number | null = null
  answer(journal: string): JournalTaken {
    const known = this.journals.get(journal) ?? new Set()
    let contiguous = 0
    while (known.has(contiguous + 1)) contiguous += 1
    return { contiguous_seq: contiguous, highest_seq: Math.max(0, ...known) }
  }
  send = async (journal: string, { entries }: JournalBatch, keepalive: boolean): Promise<JournalTaken> => {
    const seqs = entries.map(({ seq }) => seq)
    this.calls.push({ journal, seqs, keepalive })
    const fault = this.faults.shift()
    if (fault) throw fault
    if (this.refuses !== null && seqs.includes(this.refuses)) throw new ApiError({ status: 422, message: 'no' })
    this.journals.set(journal, new Set([...(this.journals.get(journal) ?? []), ...seqs]))
    return this.answer(journal)
  }
  has = (journal: string) => [...(this.journals.get(journal) ?? [])].sort((a, b) => a - b)
}

interface Page {
  readonly store: JournalStore
  readonly uploader: Uploader
  readonly waits: { delayMs: number; act: () => void }[]
  write(session: string, seqs: readonly number[], owner?: JournalOwner | null, more?: string): Promise<void>
  /** Lets the timer that waits run out, and everything that follows from it happen. */
  elapse(): Promise<number>
}

/** All that is under way comes to rest: the database of the tests takes a few turns for each step. */
const settled = async () => {
  for (let turn = 0; turn < 60; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

beforeEach(() => {
  indexedDB = new IDBFactory()
})

async function openPage(server: Server): Promise<Page> {
  const store = await openJournalStore()
  const waits: Page['waits'] = []
  const uploader = openUploader({
    store,
    send: server.send,
    after: (delayMs, act) => void waits.push({ delayMs, act }),
  })
  const entry = (session: string, seq: number, more: string): JournalEntry => ({
    session,
    seq,
    atMs: 1_000 - seq,
    machine: 'session',
    version: MACHINES.session.version,
    event: { type: 'location.changed', path: `/${more}` },
    fingerprint: '0'.repeat(16),
  })
  return {
    store,
    uploader,
    waits,
    write: async (session, seqs, owner = null, more = '') => {
      const entries = seqs.map(seq => entry(session, seq, more))
      const about = { session, build: 'b1', from: BEGINNING, owner }
      uploader.added(about, entries)
      await store.append(entries, about)
    },
    elapse: async () => {
      const wait = waits.shift()
      if (!wait) throw new Error('Nothing waits.')
      wait.act()
      await settled()
      return wait.delayMs
    },
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const failed = (status: number, retryAfterMs?: number) =>
  new ApiError({ status, message: 'no', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })

describe('sending a journal on', () => {
  test('entries from before the sign-in go to the user who signs in next; later entries follow every few seconds', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', [1, 2])
    expect([server.calls, page.waits.length]).toEqual([[], 0])
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', [3], ANN)
    expect(await page.elapse()).toBe(UPLOAD_MS)
    expect(server.calls.map(({ seqs }) => seqs)).toEqual([[1, 2], [3]])
    expect((await page.store.sessions()).map(({ owner, uploadedSeq }) => [owner, uploadedSeq])).toEqual([[ANN, 3]])
  })

  test('a failure is tried again after growing delays, and as late as the server says', async () => {
    const server = new Server()
    const page = await openPage(server)
    server.faults = [failed(0), failed(503), failed(429, 90_000)]
    await page.write('tab 1', [1], ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    const delays = [await page.elapse(), await page.elapse(), await page.elapse()]
    expect([delays, server.has('tab 1')]).toEqual([[1_000, 2_000, 90_000], [1]])
  })

  test('a returning network or person sends the waiting entries at once, and delays start again from the shortest; a wait that the server asked for lasts', async () => {
    const server = new Server()
    const page = await openPage(server)
    server.faults = [failed(0), failed(0), failed(0)]
    await page.write('tab 1', [1], ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.elapse()
    await page.elapse()
    server.faults = [failed(0)]
    expect([page.waits.map(({ delayMs }) => delayMs), server.calls.length]).toEqual([[4_000], 3])
    page.uploader.wake()
    await settled()
    expect([page.waits.map(({ delayMs }) => delayMs), server.calls.length]).toEqual([[4_000, 1_000], 4])
    // the timer that was overtaken does nothing, the other one sends
    await page.elapse()
    expect(server.calls.length).toBe(4)
    await page.elapse()
    expect(server.has('tab 1')).toEqual([1])

    server.faults = [failed(429, 90_000)]
    await page.write('tab 1', [2], ANN)
    page.uploader.wake()
    await settled()
    page.uploader.wake()
    await settled()
    expect([server.calls.length, server.has('tab 1')]).toEqual([6, [1]])
    while (page.waits.length > 0) await page.elapse()
    expect(server.has('tab 1')).toEqual([1, 2])
  })

  test('after a crash the next page of the same user sends the entries of earlier tabs, and no other user’s page does', async () => {
    const server = new Server()
    const crashed = await openPage(server)
    await crashed.write('tab 1', [1, 2, 3], ANN)
    crashed.store.close()
    for (const [session, owner] of [
      ['tab 2', BOB],
      ['tab 3', ELSEWHERE],
    ] as const) {
      const page = await openPage(server)
      await page.write(session, [1], owner)
      page.uploader.own(session, owner)
      await settled()
      page.store.close()
    }
    expect([...server.journals.keys()]).toEqual(['tab 2', 'tab 3'])
    const page = await openPage(server)
    page.uploader.own('tab 4', ANN)
    await settled()
    expect([server.has('tab 1'), [...server.journals.keys()]]).toEqual([
      [1, 2, 3],
      ['tab 2', 'tab 3', 'tab 1'],
    ])
  })

  test('goes on from the server’s position: entries that it has lost are sent again, others are not', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', range(1, 6), ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    server.journals.set('tab 1', new Set([1, 2]))
    await page.write('tab 1', [7], ANN)
    await page.elapse()
    expect([server.calls.map(({ seqs }) => seqs), server.has('tab 1')]).toEqual([
      [range(1, 6), [7], range(3, 7)],
      range(1, 7),
    ])
  })

  test('a gap that this browser cannot fill is not asked for again and again', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', [5, 6], ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', [7], ANN)
    await page.elapse()
    expect([server.has('tab 1'), server.calls.length <= 4, (await page.store.sessions())[0]!.uploadedSeq]).toEqual([
      [5, 6, 7],
      true,
      7,
    ])
  })

  test('an entry that the server does not take is left out, and all others arrive', async () => {
    const server = new Server()
    const page = await openPage(server)
    server.refuses = 4
    await page.write('tab 1', range(1, 9), ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    expect(server.has('tab 1')).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
  })

  test('an ended sign-in sends nothing more; the next one of the same user does', async () => {
    const server = new Server()
    const page = await openPage(server)
    server.faults = [new DOMException('over', 'AbortError')]
    await page.write('tab 1', [1], ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', [2], ANN)
    expect([server.calls.length, page.waits.length]).toEqual([1, 0])
    page.uploader.own('tab 1', ANN)
    await settled()
    expect(server.has('tab 1')).toEqual([1, 2])
  })

  test('large journals go in batches', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', range(1, 40), ANN, 'x'.repeat(20_000))
    page.uploader.own('tab 1', ANN)
    await settled()
    expect([server.has('tab 1'), server.calls.length]).toEqual([range(1, 40), 4])
  })
})

describe('a page that goes', () => {
  test('sends unsent entries at once, in a call that outlives it', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', [1], ANN)
    page.uploader.own('tab 1', ANN)
    await settled()
    void page.write('tab 1', [2], ANN)
    page.uploader.leave()
    expect(server.calls.at(-1)).toEqual({ journal: 'tab 1', seqs: [2], keepalive: true })
    await settled()
    page.uploader.leave()
    expect(server.calls.length).toBe(2)
  })

  test('sends no more than such a call may carry, the oldest first; the rest comes from the database', async () => {
    const server = new Server()
    const page = await openPage(server)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', range(1, 30), ANN, 'é'.repeat(2_000))
    page.uploader.leave()
    const { seqs } = server.calls.at(-1)!
    expect([seqs[0], seqs.length * 4_000 < LEAVING_BYTES, seqs.length >= 12]).toEqual([1, true, true])
    await settled()
    await page.elapse()
    expect(server.has('tab 1')).toEqual(range(1, 30))
  })

  test('without a user, or of an ended sign-in, sends nothing', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', [1])
    page.uploader.leave()
    await page.uploader.end(true)
    page.uploader.leave()
    expect(server.calls).toEqual([])
  })
})

describe('a sign-in that ends', () => {
  test('sends all that is not sent at once, as much of it as may in a call that outlives the page, and nothing later; it is done when all is answered', async () => {
    const server = new Server()
    const page = await openPage(server)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', range(1, 30), ANN, 'é'.repeat(2_000))
    const ended = page.uploader.end(true)
    expect([server.calls.flatMap(({ seqs }) => seqs), server.calls.map(({ keepalive }) => keepalive)]).toEqual([
      range(1, 30),
      [true, false, false],
    ])
    await ended
    const { length } = server.calls
    await page.write('tab 1', [31], ANN)
    while (page.waits.length > 0) await page.elapse()
    page.uploader.wake()
    page.uploader.leave()
    await settled()
    expect([server.has('tab 1'), server.calls.length]).toEqual([range(1, 30), length])
  })

  test('with a switch of the account sends nothing to the other account, not when the page goes either', async () => {
    const server = new Server()
    const page = await openPage(server)
    page.uploader.own('tab 1', ANN)
    await settled()
    await page.write('tab 1', [1], ANN)
    await page.uploader.end(false)
    page.uploader.own('tab 2', ELSEWHERE)
    page.uploader.leave()
    await settled()
    expect(server.calls).toEqual([])
    page.uploader.own('tab 3', ANN)
    await settled()
    expect(server.has('tab 1')).toEqual([1])
  })

  test('is not held up where there is no network', async () => {
    const server = new Server()
    const page = await openPage(server)
    await page.write('tab 1', [1], ANN)
    server.faults = [failed(0), failed(0)]
    page.uploader.own('tab 1', ANN)
    await settled()
    await expect(page.uploader.end(true)).resolves.toBeUndefined()
    expect(server.calls.length).toBe(2)
  })
})
