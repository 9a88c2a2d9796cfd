import { readFileSync } from 'node:fs'
import { SWITCH_FILE } from './mutated-files.ts'
import { switchesOf } from './switches.ts'

const on = readFileSync(SWITCH_FILE, 'utf8')
// what instrumented code calls (instrument.ts)
Object.assign(globalThis, { $mutant: switchesOf(on === '' ? null : on) })
