import { Exit, Schema } from 'effect'
import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { seal, unseal, type SealingKey } from '#kernel/secrets/seal'
import { BackupRefused } from './backup-refused.ts'

export const MANIFEST_NAME = 'manifest.json'
const FORMAT = 1

const Part = Schema.Struct({ name: Schema.String, bytes: Schema.Int, sha256: Schema.String })
const Table = Schema.Struct({ table: Schema.String, columns: Schema.Array(Schema.String), part: Part })

/** The contents of a backup. */
const Manifest = Schema.Struct({
  format: Schema.Literal(FORMAT),
  made_at: Schema.String,
  postgres: Schema.String,
  /** The migrations that the database has, in their order: they make its schema again. */
  migrations: Schema.NonEmptyArray(Schema.String),
  /** Months of the ledger that have a partition, like 202611. */
  ledger_months: Schema.Array(Schema.String),
  tables: Schema.Array(Table),
  sequences: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      table: Schema.NullOr(Schema.String),
      column: Schema.NullOr(Schema.String),
      value: Schema.String,
    }),
  ),
  documents: Schema.Struct({
    /** 'elsewhere': they are in an S3 store, and the backup lists them. */
    store: Schema.Literals(['here', 'elsewhere']),
    list: Schema.Array(Schema.Struct({ account: Schema.Int, file: Schema.String, part: Schema.NullOr(Part) })),
  }),
})
export type Manifest = typeof Manifest.Type

const Sealed = Schema.Struct({ salt: Schema.String, text: Schema.String })
const Secrets = Schema.Struct({ secret_key: Schema.String, feed_token: Schema.String })
/** The secrets of a desk that its database does not hold. */
export type Secrets = typeof Secrets.Type

const SALT_BYTES = 16
const KEY_BYTES = 32
const MEGABYTE = 1024 * 1024
/** 32 MB and some 0.1 s for each try of a passphrase. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * MEGABYTE }

const keyOf = (passphrase: string, salt: Buffer): SealingKey => [scryptSync(passphrase, salt, KEY_BYTES, SCRYPT)]
const digestOf = (manifest: unknown): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Gives the manifest's file. The sealed secrets are bound to the rest, so that they show every change of it. */
export function writeManifest(manifest: Manifest, secrets: Secrets, passphrase: string): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const text = seal(keyOf(passphrase, salt), digestOf(manifest), Buffer.from(JSON.stringify(secrets)))
  const sealed: typeof Sealed.Type = { salt: salt.toString('base64'), text: text.toString('base64') }
  return Buffer.from(JSON.stringify({ manifest, sealed }, null, 1))
}

const NotOurs = new BackupRefused(
  'This backup cannot be read by this version: it is damaged, or a newer version of Sample Desk made it.',
)
const decodeFile = Schema.decodeUnknownExit(Schema.Struct({ manifest: Schema.Unknown, sealed: Sealed }))
const decodeManifest = Schema.decodeUnknownExit(Manifest)
const decodeSecrets = Schema.decodeUnknownExit(Secrets)

/** @throws BackupRefused when it cannot be read, the passphrase is wrong, or a byte of it was changed */
export function readManifest(file: Buffer, passphrase: string): { manifest: Manifest; secrets: Secrets } {
  const read = decodeFile(parsed(file))
  if (Exit.isFailure(read)) throw NotOurs
  const { manifest: written, sealed } = read.value
  const manifest = decodeManifest(written)
  if (Exit.isFailure(manifest)) throw NotOurs
  const key = keyOf(passphrase, Buffer.from(sealed.salt, 'base64'))
  const opened = unseal(key, digestOf(written), Buffer.from(sealed.text, 'base64'))
  if (opened === null)
    throw new BackupRefused('BACKUP_PASSPHRASE is not the one of this backup, or its manifest was changed.')
  const secrets = decodeSecrets(parsed(opened))
  if (Exit.isFailure(secrets)) throw NotOurs
  return { manifest: manifest.value, secrets: secrets.value }
}

function parsed(file: Buffer): unknown {
  try {
    return JSON.parse(file.toString('utf8'))
  } catch {
    return null
  }
}
