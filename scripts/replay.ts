import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { journalTest } from '../packages/machines/src/journal/journal-test.ts'
import { describeReport, readExport, replayExport } from '../packages/machines/src/journal/read-export.ts'

const USAGE = `pnpm replay <file> [--test [--at <seq>] [--out <file>]]

Folds an exported journal with the machines of this build and compares every fingerprint; prints the first that differs and ends with 1.
--test  writes a Vitest file that fails until the fault is mended: of the first entry that differs, else of the first error,
        else of the entry that --at names; beside the journal, or where --out says`

function run(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { test: { type: 'boolean', default: false }, at: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || values.help) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const read = readExport(readFileSync(file, 'utf8'))
  if ('problem' in read) {
    console.error(`${file}: ${read.problem}`)
    return 2
  }
  const { exported } = read
  const { ok, text } = describeReport(replayExport(exported), exported.entries.length)
  console.log(text)
  if (!values.test) return ok ? 0 : 1

  const written = journalTest(exported, values.at === undefined ? undefined : Number(values.at))
  if (written === null) {
    console.error(values.at === undefined ? 'No entry of this journal went wrong: name one with --at.' : `There is no entry ${values.at}.`)
    return 2
  }
  const out = values.out ?? file.replace(/(\.json)?$/, '.test.ts')
  const { fault, text: testText } = written
  writeFileSync(out, testText)
  console.log(`${out} fails until what happened at entry ${fault.seq} of ${fault.machine} is mended`)
  return ok ? 0 : 1
}

process.exitCode = run()
