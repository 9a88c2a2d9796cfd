import { runReplay } from './replay-command.ts'

process.exitCode = runReplay(process.argv.slice(2), console)
