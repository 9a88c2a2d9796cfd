/** Whether a process of this id runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The answer of /healthz without its counts; why there is none otherwise. */
export async function healthOf(url: string): Promise<unknown> {
  try {
    const {
      restarts: _,
      loose_errors: __,
      ...health
    } = (await (await fetch(`${url}/healthz`)).json()) as Record<string, unknown>
    return health
  } catch (error) {
    return String(error)
  }
}
