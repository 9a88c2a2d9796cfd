const [SUNDAY, SATURDAY] = [0, 6]

/**
 * The day that is so many business days, Monday to Friday, after another; holidays differ from country to country, and are none.
 * @param day of a calendar: 2026-11-25
 */
export function addBusinessDays(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  for (let left = count; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    const weekday = at.getUTCDay()
    if (weekday !== SUNDAY && weekday !== SATURDAY) left -= 1
  }
  return at.toISOString().slice(0, 10)
}
