import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from '../../config/create-file.ts'
import { DataDirHeld } from './embedded-errors.ts'
import { processStart } from './process-identity.ts'

interface Holder {
  readonly pid: number
  readonly start: string
  readonly since: string
}

const TAKE_OVER_ATTEMPTS = 20

function readHolder(file: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof holder !== 'object' || holder === null) return undefined
    const { pid, start, since } = holder as Partial<Holder> // each field is checked on the next line
    return typeof pid === 'number' && typeof start === 'string' && typeof since === 'string'
      ? { pid, start, since }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive(holder: Holder | undefined): holder is Holder {
  return holder !== undefined && processStart(holder.pid) === holder.start
}

/** Moves a dead holder's lock aside, and restores it when another process took it over in between. */
function takeAway(file: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return // another process was faster
  }
  if (isAlive(readHolder(aside))) {
    try {
      linkSync(aside, file)
    } catch {
      // a third process holds it now; the caller's loop will report it
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Takes DATA_DIR/desk.lock for this process. A lock whose process has ended is taken over.
 * @returns a function that gives it back
 * @throws DataDirHeld with the pid that holds it and since when
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'desk.lock')
  const me: Holder = { pid: process.pid, start: processStart(process.pid) ?? '', since: new Date().toISOString() }
  for (let attempt = 1; !createFile(file, `${JSON.stringify(me)}\n`, 0o644); attempt++) {
    const holder = readHolder(file)
    if (isAlive(holder)) throw new DataDirHeld({ dataDir, pid: holder.pid, since: holder.since })
    if (attempt > TAKE_OVER_ATTEMPTS)
      throw new Error(`${file} is left over from a process that has ended, and cannot be removed`)
    takeAway(file)
  }
  return () => {
    const holder = readHolder(file)
    if (holder?.pid === me.pid && holder.start === me.start && holder.since === me.since) rmSync(file, { force: true })
  }
}
