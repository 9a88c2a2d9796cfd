const failed = new Set<HTMLLinkElement>()

// a sheet that failed to load stays in the page, and importing its code again does not report it
if (typeof window !== 'undefined') {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    { capture: true },
  )
}

function again(link: HTMLLinkElement): Promise<void> {
  // a copy is requested again
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => reject(new Error(`${copy.href} did not load.`)))
    failed.delete(link)
    link.replaceWith(copy)
  })
}

/** Requests failed style sheets again. @returns null when there is none; rejects when one fails again */
export function askForSheetsAgain(): Promise<unknown> | null {
  return failed.size === 0 ? null : Promise.all([...failed].map(again))
}
