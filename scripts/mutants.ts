import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeEveryMachine, type MutantReport } from '../packages/machines/tools/mutants/judge-mutants.ts'
import { MUTANT_KINDS } from '../packages/machines/tools/mutants/mutants.ts'
import { judgeSources } from '../packages/machines/tools/mutants/source/judge-source.ts'
import { PATH_SOURCES } from '../packages/machines/tools/paths/sources.ts'

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

const sources = await judgeSources(PATH_SOURCES as unknown as Parameters<typeof judgeSources>[0], recordedOf) // every machine is put through the same
console.log(
  `Of ${sources.all} changes of the sources behind the machines, the paths notice ${sources.byPaths} and the unit tests ${sources.byUnitTests} of the others; ${sources.equivalents} change nothing (packages/machines/tools/mutants/source/source-equivalents.ts)`,
)
for (const survivor of sources.survivors) console.log(`         survived: ${survivor}`)
isGood &&= sources.survivors.length === 0
process.exit(isGood ? 0 : 1)
