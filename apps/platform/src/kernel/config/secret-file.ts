import { readFileSync, rmSync } from 'node:fs'
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
