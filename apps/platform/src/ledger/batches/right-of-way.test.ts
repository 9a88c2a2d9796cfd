import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RightOfWay } from './right-of-way.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Bulk work that has just worked for so long; says how long it then waited, at the moment when it goes on. */
async function waits(rightOfWay: RightOfWay, workedMs: number, meanwhile: (atMs: number) => void): Promise<number> {
  const giveWay = rightOfWay.bulkWork(1.5)
  vi.advanceTimersByTime(workedMs)
  let goesOn = false
  const waiting = giveWay().then(() => {
    goesOn = true
  })
  for (let atMs = 0; ; atMs++) {
    await turns()
    if (goesOn) {
      await waiting
      return atMs
    }
    meanwhile(atMs)
    await turns()
    if (!goesOn) vi.advanceTimersByTime(1)
  }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise(resolve => setImmediate(resolve))
}

describe('bulk work beside entrants and returns (settlement.md §1)', () => {
  test('goes on at once while no batch waits', async () => {
    expect(await waits(new RightOfWay(), 10, () => undefined)).toBe(0)
  })

  test('waits until the batches of all accounts are answered, gathering ones too', async () => {
    const rightOfWay = new RightOfWay()
    rightOfWay.gathers(1)
    rightOfWay.writes(2)
    const waitedMs = await waits(rightOfWay, 50, atMs => {
      if (atMs === 2) rightOfWay.settles(2)
      if (atMs === 3) rightOfWay.writes(1)
      if (atMs === 7) rightOfWay.settles(1)
    })
    expect(waitedMs).toBe(8)
  })

  test('waits one and a half times as long as it has worked, however many come', async () => {
    const rightOfWay = new RightOfWay()
    rightOfWay.gathers(1)
    expect(await waits(rightOfWay, 8, () => undefined)).toBe(12)
    // and never long between two parts, whatever it has worked
    expect(await waits(rightOfWay, 5_000, () => undefined)).toBe(20)
  })

  test('its worked time that it has not waited yet is saved for the next wait', async () => {
    const rightOfWay = new RightOfWay()
    const giveWay = rightOfWay.bulkWork(1.5)
    vi.advanceTimersByTime(8)
    await giveWay()
    rightOfWay.gathers(1)
    let goesOn = false
    const waiting = giveWay().then(() => {
      goesOn = true
    })
    const seen: boolean[] = []
    for (let atMs = 0; atMs <= 12; atMs++) {
      await turns()
      seen.push(goesOn)
      vi.advanceTimersByTime(1)
    }
    await waiting
    expect(seen).toEqual([...Array.from({ length: 12 }, () => false), true])
  })

  test('does not wait for a batch that is written for long: it may wait for a lock of this very work', async () => {
    const rightOfWay = new RightOfWay()
    rightOfWay.writes(1)
    vi.advanceTimersByTime(99)
    expect(await waits(rightOfWay, 0.5, () => undefined)).toBe(1)
    expect(await waits(rightOfWay, 10, () => undefined)).toBe(0)
  })
})
