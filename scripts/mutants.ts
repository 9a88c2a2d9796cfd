import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeEveryMachine, type MutantReport } from '../packages/machines/src/mutants/judge-mutants.ts'

const LEAST_SHARE = 0.95
/** Nothing of these may pass unnoticed. */
const WITHOUT_SURVIVORS: readonly string[] = ['session', 'account-switch', 'status']

const KINDS = ['removed', 'retargeted', 'negated'] as const
const sum = (counts: MutantReport['all']): number => KINDS.reduce((total, kind) => total + counts[kind], 0)
const recordedOf = (name: string): string => readFileSync(join('packages', 'machines', 'src', name, `${name}.paths.txt`), 'utf8')

let killedOfAll = 0
let countOfAll = 0
let isGood = true
for (const { name, killed, all, survivors } of judgeEveryMachine(recordedOf)) {
  killedOfAll += sum(killed)
  countOfAll += sum(all)
  const isEnough = sum(killed) >= LEAST_SHARE * sum(all) && (survivors.length === 0 || !WITHOUT_SURVIVORS.includes(name))
  isGood &&= isEnough
  const byKind = KINDS.map(kind => `${kind} ${killed[kind]}/${all[kind]}`).join(', ')
  console.log(`${isEnough ? 'ok    ' : 'FAILED'} ${name}: ${sum(killed)} of ${sum(all)} killed (${byKind})`)
  for (const survivor of survivors) console.log(`         survived: ${survivor}`)
}
console.log(`${killedOfAll} of ${countOfAll} mutants killed (${((100 * killedOfAll) / countOfAll).toFixed(2)} %)`)
process.exit(isGood ? 0 : 1)
