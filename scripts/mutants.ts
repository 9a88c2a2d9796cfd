import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeEveryMachine, type MutantReport } from '../packages/machines/tools/mutants/judge-mutants.ts'
import { MUTANT_KINDS } from '../packages/machines/tools/mutants/mutants.ts'

const sum = (counts: MutantReport['all']): number => MUTANT_KINDS.reduce((total, kind) => total + counts[kind], 0)
const recordedOf = (name: string): string =>
  readFileSync(join('packages', 'machines', 'tools', 'paths', 'recorded', `${name}.paths.txt`), 'utf8')

let killedOfAll = 0
let countOfAll = 0
let equivalents = 0
let isGood = true
for (const { name, killed, all, survivors, equivalent } of judgeEveryMachine(recordedOf)) {
  killedOfAll += sum(killed)
  countOfAll += sum(all)
  equivalents += equivalent
  isGood &&= survivors.length === 0
  const byKind = MUTANT_KINDS.filter(kind => all[kind] > 0).map(kind => `${kind} ${killed[kind]}/${all[kind]}`)
  console.log(
    `${survivors.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${sum(killed)} of ${sum(all)} killed (${byKind.join(', ')})`,
  )
  for (const survivor of survivors) console.log(`         survived: ${survivor}`)
}
console.log(
  `${killedOfAll} of ${countOfAll} mutants killed (${((100 * killedOfAll) / countOfAll).toFixed(2)} %), beside ${equivalents} that are the machine in other words (packages/machines/tools/mutants/equivalents.ts)`,
)
process.exit(isGood ? 0 : 1)
