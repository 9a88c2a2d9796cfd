import { readFile } from 'node:fs/promises'
import { explainVerdict, wordsOfFault, wordsOfNoStatement } from '@desk/schema/statements/verdict-words'
import { verifyFile } from '@desk/schema/statements/verify-statement'
import { nodeCrypto } from '#nouns/statements/node-crypto'

const FAULTS_SHOWN = 1_000

/**
 * `verify-statement <file>`: exit 0 when a statement's CSV file is as it was signed; 1 when it is not, with each line that was changed, is missing or was added; 2 when it is no
 * such file. It reads that file alone: no database, no network.
 */
export async function verifyStatementCommand(args: readonly string[]): Promise<number> {
  const [path, ...rest] = args
  if (path === undefined || rest.length > 0) {
    console.error('verify-statement takes one argument: the file.')
    return 2
  }
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) {
    console.error(`${path} cannot be read.`)
    return 2
  }
  const verdict = await verifyFile(bytes, nodeCrypto)
  if (typeof verdict === 'string') {
    console.error(wordsOfNoStatement(path, verdict))
    return 2
  }
  const print = verdict.isWhole ? console.log : console.error
  for (const sentence of explainVerdict(verdict)) print(sentence)
  for (const fault of verdict.faults.slice(0, FAULTS_SHOWN)) print(`  ${wordsOfFault(fault)}`)
  if (verdict.faults.length > FAULTS_SHOWN) print(`  … and ${verdict.faults.length - FAULTS_SHOWN} more`)
  return verdict.isWhole ? 0 : 1
}
