import { existsSync } from 'node:fs'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { eraseAgain } from '#nouns/erasure/erase-again'

/**
 * Erases again the people of a log, and prints the counts.
 * @returns whether every line could be read
 */
export async function eraseByLog(database: DeskDatabase, file: string): Promise<boolean> {
  const { erased, waiting, unreadable } = await eraseAgain(database, file, Date.now)
  console.log(`Erased again by ${file}: ${erased} respondents.`)
  if (waiting > 0)
    console.log(
      `${waiting} respondents are in a survey or an open dispute. When that has ended: desk erase-again ${file}`,
    )
  if (unreadable > 0) console.error(`${unreadable} lines of ${file} cannot be read.`)
  return unreadable === 0
}

/** `erase-again <log>`: exit 0 when the whole log was applied; 1 when it, or a line of it, cannot be read; 2 for a wrong argument. */
export async function eraseAgainCommand(database: DeskDatabase, args: readonly string[]): Promise<number> {
  const [file, ...others] = args
  if (file === undefined || others.length > 0) {
    console.error('erase-again takes one argument: the erasure log.')
    return 2
  }
  if (!existsSync(file)) {
    console.error(`There is no file ${file}.`)
    return 1
  }
  return (await eraseByLog(database, file)) ? 0 : 1
}
