/** Milliseconds of the machine's monotonic clock: the same in every process, so that moments can be compared across them. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** The share of one core that this process has used since a moment, as a function to ask it. */
export function cpuSince(): () => number {
  const startedAtMs = nowMs()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / (nowMs() - startedAtMs)
  }
}
