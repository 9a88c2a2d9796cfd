import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { journalTest } from '../packages/machines/src/journal/journal-test.ts'
import { describeReport, readExport, replayExport } from '../packages/machines/src/journal/read-export.ts'

const USAGE = `pnpm replay <file> [--test [--at <seq>] [--out <file>]]

Folds an exported journal with the machines of this build and compares every fingerprint; prints the first that differs and ends with 1.
--test  writes a Vitest file that fails until the fault is mended: of the first entry that differs, else of the first error,
        else of the entry that --at names; as tests/journals/<name>.test.ts, or where --out says`

/** Where what it imports is found, and where every run of the tests has it. */
const TESTS = join(import.meta.dirname, '..', 'tests', 'journals')

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be opened',
  EPERM: 'it may not be opened',
  ENOTDIR: 'there is no such folder',
  EROFS: 'nothing can be written there',
  EEXIST: 'it is there already, so name another one with --out',
}

/** Where the command writes: what it found, and why it found nothing. */
export type Say = Pick<Console, 'log' | 'error'>

/** Does something with a file; gives null when the system refuses, having said why in a sentence. */
function withFile<T>(file: string, say: Say, act: () => T): T | null {
  try {
    return act()
  } catch (fault) {
    if (!(fault instanceof Error) || !('code' in fault)) throw fault
    say.error(`${file}: ${FAULTS[String(fault.code)] ?? `the system says ${String(fault.code)}`}.`)
    return null
  }
}

function asked(args: readonly string[], say: Say) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        test: { type: 'boolean', default: false },
        at: { type: 'string' },
        out: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (fault) {
    say.error(fault instanceof Error ? fault.message : String(fault))
    return null
  }
}

/** Runs `pnpm replay` with these arguments; gives the code that it ends with. */
export function runReplay(args: readonly string[], say: Say): number {
  const options = asked(args, say)
  if (options === null) return 2
  const { values, positionals } = options
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || values.help) {
    say.log(USAGE)
    return values.help ? 0 : 2
  }
  const text = withFile(file, say, () => readFileSync(file, 'utf8'))
  if (text === null) return 2
  const read = readExport(text)
  if ('problem' in read) {
    say.error(`${file}: ${read.problem}`)
    return 2
  }
  const { exported } = read
  const { ok, text: found } = describeReport(replayExport(exported), exported.entries.length)
  say.log(found)
  if (!values.test) return ok ? 0 : 1

  const written = journalTest(exported, values.at === undefined ? undefined : Number(values.at))
  if (written === null) {
    say.error(
      values.at === undefined
        ? 'No entry of this journal went wrong: name one with --at.'
        : `There is no entry ${values.at}.`,
    )
    return 2
  }
  const out = values.out ?? relative(process.cwd(), join(TESTS, `${basename(file).replace(/\.json$/, '')}.test.ts`))
  const { fault, text: testText } = written
  if (withFile(out, say, () => writeFileSync(out, testText, { flag: values.out === undefined ? 'wx' : 'w' })) === null)
    return 2
  say.log(`${out} fails until what happened at entry ${fault.seq} of ${fault.machine} is mended`)
  return ok ? 0 : 1
}
