import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ERASURE_RULES } from '@desk/schema/erasure/erasure'
import { Id, IsoInstant } from '@desk/schema/ids/ids'
import { Option, Schema } from 'effect'

/** A line of the erasure log: a confirmed erasure, with RDUDs and no other id of a person. */
const LoggedErasure = Schema.Struct({
  account: Id,
  erasure: Id,
  rule: Schema.Literals(ERASURE_RULES),
  /** As the ledger has it. */
  requested_by: Schema.String,
  at: IsoInstant,
  /** Each as the 32 hex digits of its RDUD. */
  rduds: Schema.Array(Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))),
})
export type LoggedErasure = typeof LoggedErasure.Type

/** The erasure log cannot be written: the erasure waits until it can. */
export class ErasureLogUnwritable extends Error {}

/**
 * Adds an erasure to the log, and waits until the disk has it. A line begins with a line break, so that a line that was
 * cut off spoils no other.
 * @throws ErasureLogUnwritable
 */
export async function appendToErasureLog(file: string, erasure: LoggedErasure): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const log = await open(file, 'a', 0o600)
    try {
      await log.appendFile(`\n${JSON.stringify(erasure)}\n`)
      await log.sync()
    } finally {
      await log.close()
    }
  } catch (error) {
    throw new ErasureLogUnwritable(`The erasure log ${file} cannot be written.`, { cause: error })
  }
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(LoggedErasure))

/**
 * The erasures of a log; null for a line that cannot be read.
 * @throws where the file cannot be opened
 */
export async function* readErasureLog(file: string): AsyncGenerator<LoggedErasure | null> {
  const log = await open(file)
  for await (const line of log.readLines()) if (line.trim() !== '') yield Option.getOrNull(decode(line))
}
