import { Schema } from 'effect'

/** How often the chain of a live survey is tried, and after how many failures in a row it is an alert (day.md §6). */
export const LINK_CHECK_EVERY_MINUTES = 15
export const LINK_CHECK_FAILURES = 2

/** The rid of a test respondent who tries a chain begins with it. */
export const LINK_CHECK_RID = 'link-check-'

/** Whether a respondent tried a chain. */
export const isLinkCheck = ({ is_test, rid }: { readonly is_test: boolean; readonly rid: string }): boolean =>
  is_test && rid.startsWith(LINK_CHECK_RID)

const HOSTS_MAX_LENGTH = 2_000
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** The hosts in a text that lists them with blanks, commas or lines between. */
export const hostsIn = (text: string): readonly string[] =>
  text.split(/[\s,]+/).flatMap(host => (host === '' ? [] : [host.toLowerCase()]))

/** The hosts of surveys that are not called, as one text. */
export const UncalledHosts = Schema.String.check(
  Schema.makeFilter((text: string) => text.length <= HOSTS_MAX_LENGTH, {
    message: `Hosts that are not called must be at most ${HOSTS_MAX_LENGTH} characters`,
  }),
  Schema.makeFilter((text: string) => hostsIn(text).every(host => HOST.test(host)), {
    message: 'Hosts that are not called must be host names, such as surveys.example.com',
  }),
)

/** Whether a host, or one above it, is among those that are not called. */
export const isUncalled = (host: string, uncalled: string | null): boolean =>
  hostsIn(uncalled ?? '').some(each => host === each || host.endsWith(`.${each}`))
