/** Gives the date of the build that the page is of, as the gateway writes it into the page (§3.38); null where it was served otherwise. */
export function ownBuildDate(page: Pick<Document, 'querySelector'>): string | null {
  return page.querySelector('meta[name="build-date"]')?.getAttribute('content') ?? null
}
