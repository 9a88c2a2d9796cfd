import type { Config } from '#kernel/config/config'
import type { Log } from '#kernel/db/log'
import { joinDatabase } from '#kernel/db/open-database'
import { withOwner } from '#kernel/db/with-owner'
import { requireSameKey, storeFingerprint } from '#kernel/secrets/key-fingerprint.store'
import { secretKeys, type SecretKey } from '#kernel/config/secret-file'
import { appliedMigrations, requireThisVersion } from '#migrations/database-version'
import { resealColumn } from './reseal.store.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/**
 * Seals every secret again with the present key, and then notes its fingerprint.
 * @returns how many values neither key opens
 */
export async function rotateKey(
  url: string,
  keys: Exclude<SecretKey, string>,
  print: (line: string) => void,
): Promise<number> {
  await requireSameKey(url, keys)
  return withOwner(url, 'desk rotate-key', async owner => {
    let lost = 0
    for (const column of SEALED_COLUMNS) {
      const { resealed, unreadable } = await resealColumn(owner, column, keys)
      lost += unreadable
      const rest = unreadable === 0 ? '' : `, ${unreadable} that neither key opens`
      print(`${column.table}.${column.column}: ${resealed} sealed again${rest}`)
    }
    await storeFingerprint(owner, keys)
    return lost
  })
}

/** `rotate-key`: exit 0 when every secret is sealed with SECRET_KEY; 1 when some were lost before; 2 without both keys. */
export async function rotateKeyCommand(args: readonly string[], config: Config, log: Log): Promise<number> {
  const keys = secretKeys(config)
  if (args.length > 0 || typeof keys === 'string') {
    console.error(
      'rotate-key takes no argument. It needs the new key as SECRET_KEY and the former one as SECRET_KEY_PREVIOUS.',
    )
    return 2
  }
  const opened = await joinDatabase(config, log)
  try {
    requireThisVersion(await withOwner(opened.url, 'desk command', appliedMigrations))
    const lost = await rotateKey(opened.url, keys, console.log)
    if (lost > 0) console.error(`${lost} secrets were sealed with a third key: they must be set again.`)
    return lost === 0 ? 0 : 1
  } finally {
    await opened.stop()
  }
}
