import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { DeskDatabase } from './desk-database.ts'
import { OtherPlace, placeOf, requireOnePlace } from './places.store.ts'

const fresh = useDatabase()
const STORE = {}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'desk-place-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Starts what a platform shows of itself. */
async function platform(files: Partial<Parameters<typeof placeOf>[0]> & { dataDir: string }) {
  const { url } = fresh()
  const place = placeOf({ documentsS3: null, smtpUrl: undefined, ...files })
  const database = new DeskDatabase({ url, log: silentLog, place })
  onTestFinished(() => database.close())
  await requireOnePlace(database, url, place)
  return database
}

test('a second platform with another folder is refused, one with the same folder is not (operate.md §2)', async () => {
  const [one, other] = [folder(), folder()]
  const first = await platform({ dataDir: one })
  await platform({ dataDir: one })
  await expect(platform({ dataDir: other })).rejects.toBeInstanceOf(OtherPlace)
  await expect(platform({ dataDir: other, smtpUrl: 'smtp://mail' })).rejects.toBeInstanceOf(OtherPlace)
  await first.ping()
})

test('with S3 and SMTP each platform may have a folder of its own, and one without them is refused (operate.md §2)', async () => {
  const shared = { documentsS3: STORE, smtpUrl: 'smtp://mail' }
  await platform({ dataDir: folder(), ...shared })
  await platform({ dataDir: folder(), ...shared })
  await expect(platform({ dataDir: folder(), documentsS3: STORE })).rejects.toThrow(/Set DOCUMENTS_S3_URL and SMTP_URL/)
})
