import { spawn } from 'node:child_process'

export interface Finished {
  readonly code: number
  readonly output: string
}

/** Runs a command to its end, shows what it prints when `show` is set, and gives its exit code with all that it printed. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      ...(options.cwd ? { cwd: options.cwd } : {}),
    })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
      if (options.show) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}
