import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { OtherSecretKey, requireSameKey } from './key-fingerprint.store.ts'

const fresh = useDatabase()
const ONE = 'the-secret-key-of-the-first-platform-01'
const OTHER = 'the-secret-key-that-a-second-one-made-02'

test('the first key is taken, it is taken again, and another one is refused (operate.md §2)', async () => {
  const { url } = fresh()
  await Promise.all([requireSameKey(url, ONE), requireSameKey(url, ONE)])
  await expect(requireSameKey(url, OTHER)).rejects.toBeInstanceOf(OtherSecretKey)
  await requireSameKey(url, ONE)
})

test('during a rotation platforms with the former and with the next key start, one with neither does not (operate.md §2)', async () => {
  const { url } = fresh()
  await requireSameKey(url, ONE)
  await requireSameKey(url, [OTHER, ONE])
  await requireSameKey(url, [ONE, OTHER])
  await expect(requireSameKey(url, [OTHER, `${OTHER}-and-more`])).rejects.toBeInstanceOf(OtherSecretKey)
})
