/** Names of the column of ids, the surest first. Survey programs call a number of their own RespID; ID is often the number of a row (docs/decisions/0087). */
const ID_HEADS = [
  /^(?:rdud|rud)$/,
  /^(?:rid|pid|respondent|respondentid|respondentuid|transactionid|sessionid|panelistid|userid)$/,
  /^(?:respid|uid)$/,
  /^id$/,
]
const MARK_HEADS = /^(?:fingerprints?|fp|address(?:es)?|ip|ipaddress|networks?|cidr|value)$/

/** A name of a column without what writers vary: 'Reason Code', 'reason_code'. */
export const bareHead = (text: string | undefined): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether a cell names the column of respondents' ids: then its row is a head, and no row of the list. */
export const isIdHead = (cell: string | undefined): boolean => ID_HEADS.some(names => names.test(bareHead(cell)))

/** The column of a head whose name says most surely that it has the respondents' ids; -1: none. */
export function idColumnOf(head: readonly string[]): number {
  const columns = ID_HEADS.map(names => head.findIndex(cell => names.test(bareHead(cell))))
  return columns.find(column => column >= 0) ?? -1
}

/** Whether a cell names the column of a block or watch list. */
export const isMarkHead = (cell: string | undefined): boolean => MARK_HEADS.test(bareHead(cell))
