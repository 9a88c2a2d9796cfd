import type { Config } from '#kernel/config/config'
import type { Log } from '#kernel/db/log'
import { joinDatabase } from '#kernel/db/open-database'
import { checksOf, type Check } from './doctor-checks.ts'

/** Looks at each part; prints its finding, or its fault with the fix. @returns the number of faults */
export async function examine(checks: readonly Check[], print: (line: string) => void): Promise<number> {
  let faults = 0
  for (const { of, fix, look } of checks) {
    try {
      const finding = await look()
      if (finding !== null) print(`ok     ${of}: ${finding}`)
    } catch (error) {
      faults += 1
      print(`FAULT  ${of}: ${error instanceof Error ? error.message || error.name : String(error)}`)
      print(`       Fix: ${fix}.`)
    }
  }
  return faults
}

/** `doctor`: exit 0 when the installation has no fault; 1 when it has, each with its fix; 2 for a wrong argument. */
export async function doctorCommand(args: readonly string[], config: Config, log: Log): Promise<number> {
  if (args.length > 0) {
    console.error(`doctor does not know ${args[0]}; it takes no argument.`)
    return 2
  }
  const opened = await joinDatabase(config, log)
  try {
    return (await examine(checksOf(config, opened.url, Date.now), console.log)) === 0 ? 0 : 1
  } finally {
    await opened.stop()
  }
}
