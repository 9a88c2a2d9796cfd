import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from './create-file.ts'

/** The desk's secret key; while it is rotated, with the one before it, which opens and never seals. */
export type SecretKey = string | readonly [present: string, previous: string]

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The secret in the file, which only its owner may read; the first call creates it. Concurrent processes all get the same one.
 */
export function readOrMakeSecret(file: string, make: () => string): string {
  for (;;) {
    const existing = readSecret(file)
    if (existing) return existing
    if (existing === '') rmSync(file, { force: true }) // what a power cut may leave
    createFile(file, `${make()}\n`, 0o600)
  }
}

const SECRET_BYTES = 32

/** The settings that give the secrets, and where they lie otherwise. */
interface SecretSettings {
  readonly secretKey: string | undefined
  readonly previousSecretKey: string | undefined
  readonly feedToken: string | undefined
  readonly dataDir: string
}

function madeSecret(dataDir: string, name: string): string {
  return readOrMakeSecret(join(dataDir, name), () => randomBytes(SECRET_BYTES).toString('base64url'))
}

/**
 * The service token that reads the change feed: FEED_TOKEN, else the one in DATA_DIR/feed-token (mode 600), created at first
 * start. DATA_DIR must exist.
 */
export function feedToken({ feedToken: given, dataDir }: Pick<SecretSettings, 'feedToken' | 'dataDir'>): string {
  return given ?? madeSecret(dataDir, 'feed-token')
}

/**
 * The key that encrypts secrets at rest: SECRET_KEY, else the one in DATA_DIR/secret-key (mode 600), created at first start.
 * DATA_DIR must exist.
 */
export function secretKey({ secretKey: given, dataDir }: Pick<SecretSettings, 'secretKey' | 'dataDir'>): string {
  return given ?? madeSecret(dataDir, 'secret-key')
}

/** The secret key, with the previous one where a rotation runs. DATA_DIR must exist. */
export function secretKeys(config: Pick<SecretSettings, 'secretKey' | 'previousSecretKey' | 'dataDir'>): SecretKey {
  const present = secretKey(config)
  return config.previousSecretKey === undefined ? present : [present, config.previousSecretKey]
}
