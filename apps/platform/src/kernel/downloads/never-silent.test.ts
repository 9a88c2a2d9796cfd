import { expect, test, vi } from 'vitest'
import { neverSilent } from './never-silent.ts'

const textOf = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString()

/** A file whose parts come when the test gives them. */
function heldFile() {
  const waiting: ((part: IteratorResult<Uint8Array, void>) => void)[] = []
  let isEnded = false
  const bytes: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(resolve => waiting.push(resolve)),
      return: () => {
        isEnded = true
        return Promise.resolve({ done: true, value: undefined })
      },
    }),
  }
  return {
    bytes,
    give: (text: string) => waiting.shift()?.({ done: false, value: Buffer.from(text) }),
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    isEnded: () => isEnded,
  }
}

const BEAT_MS = 10_000
/** Two minutes of silence are twelve signs of life. */
const SILENCE_MS = 12 * BEAT_MS

async function readOf(bytes: AsyncIterable<Uint8Array>, blank?: Uint8Array) {
  const parts: Uint8Array[] = []
  const whole = (async () => {
    for await (const part of neverSilent(bytes, { blank })) parts.push(part)
  })()
  return { parts, whole }
}

test('a file whose search is silent gives a byte of its head every ten seconds, and is the same file in the end (§2.28)', async () => {
  vi.useFakeTimers()
  const { bytes, give, end } = heldFile()
  const { parts, whole } = await readOf(bytes)
  const head = `"Head"\r\n${'"Column",'.repeat(30)}`
  give(head)
  await vi.advanceTimersByTimeAsync(0)
  const atOnce = textOf(parts)
  await vi.advanceTimersByTimeAsync(SILENCE_MS)
  const afterSilence = textOf(parts)
  give('')
  await vi.advanceTimersByTimeAsync(0)
  give('"line"')
  await vi.advanceTimersByTimeAsync(0)
  end()
  await whole
  vi.useRealTimers()
  expect([atOnce.length, afterSilence, textOf(parts)]).toEqual([
    head.length - 200,
    head.slice(0, head.length - 200 + SILENCE_MS / BEAT_MS),
    `${head}"line"`,
  ])
})

test('a short head begins at once, and one that is used up gives nothing that is not of the file', async () => {
  vi.useFakeTimers()
  const { bytes, give, end } = heldFile()
  const { parts, whole } = await readOf(bytes)
  give('abc')
  await vi.advanceTimersByTimeAsync(0)
  const atOnce = textOf(parts)
  await vi.advanceTimersByTimeAsync(SILENCE_MS)
  end()
  await whole
  vi.useRealTimers()
  expect([atOnce, parts.map(part => textOf([part]))]).toEqual(['a', ['a', 'b', 'c']])
})

test('a file without a head gives blanks before its first byte, and none after it', async () => {
  vi.useFakeTimers()
  const { bytes, give, end } = heldFile()
  const { parts, whole } = await readOf(bytes, Buffer.from(' '))
  await vi.advanceTimersByTimeAsync(3 * BEAT_MS)
  give('{}')
  await vi.advanceTimersByTimeAsync(SILENCE_MS)
  end()
  await whole
  vi.useRealTimers()
  expect(textOf(parts)).toBe('   {}')
})

test('a fault after a silence is the reader’s fault too, and a reader who leaves ends the file', async () => {
  vi.useFakeTimers()
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('head')
    await new Promise(resolve => setTimeout(resolve, 2.5 * BEAT_MS))
    throw new Error('the database is away')
  }
  const { parts, whole } = await readOf(failing())
  const fault = whole.then(
    () => 'none',
    (reason: unknown) => String(reason),
  )
  await vi.advanceTimersByTimeAsync(3 * BEAT_MS)
  const { bytes, give, isEnded } = heldFile()
  const reading = neverSilent(bytes)
  const first = reading.next()
  give('head')
  await first
  await reading.return()
  vi.useRealTimers()
  expect([await fault, textOf(parts), isEnded()]).toEqual(['Error: the database is away', 'hea', true])
})
