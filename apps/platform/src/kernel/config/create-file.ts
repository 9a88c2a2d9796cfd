import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates the file completely or not at all, even if several processes try at once or this one is killed.
 * @returns false when the file is there already
 */
export function createFile(file: string, content: string, mode: number): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode, flush: true })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    return createDirectly(file, content, mode)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems without hard links. */
function createDirectly(file: string, content: string, mode: number): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode, flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
