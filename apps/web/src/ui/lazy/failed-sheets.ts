const failed = new Set<HTMLLinkElement>()

// a sheet that did not come stays in the page as it is, and whoever asks for its code again is not told that it is missing
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
  // a copy is asked for anew
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => reject(new Error(`${copy.href} did not load.`)))
    failed.delete(link)
    link.replaceWith(copy)
  })
}

/** Asks again for the style sheets that did not come. @returns null when there is none; rejects when one fails again */
export function askForSheetsAgain(): Promise<unknown> | null {
  return failed.size === 0 ? null : Promise.all([...failed].map(again))
}
