/** Names of columns of ids, the surest first. */
const ID_HEADS = [
  /^(?:rdud|rud)$/,
  /^(?:rid|pid|respondent|respondentid|respondentuid|transactionid|sessionid|panelistid|userid)$/,
]
/** Survey programs call a number of their own RespID; ID is often the number of a row (docs/decisions/0087). */
const UNSURE_ID_HEADS = [/^(?:respid|uid)$/, /^id$/]
const MARK_HEADS = /^(?:fingerprints?|fp|address(?:es)?|ip|ipaddress|networks?|cidr|value)$/

/** A name of a column without what writers vary: 'Reason Code', 'reason_code'. */
export const bareHead = (text: string | undefined): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether a cell names the column of respondents' ids: then its row is a head, and no row of the list. */
export const isIdHead = (cell: string | undefined): boolean =>
  [...ID_HEADS, ...UNSURE_ID_HEADS].some(names => names.test(bareHead(cell)))

/** The columns of a head with the respondents' ids, the surest first; a name that is often another number counts where no other is. */
export function idColumnsOf(head: readonly string[]): readonly number[] {
  const named = (names: RegExp): readonly number[] =>
    head.flatMap((cell, column) => (names.test(bareHead(cell)) ? [column] : []))
  const sure = ID_HEADS.flatMap(named)
  return sure.length > 0 ? sure : UNSURE_ID_HEADS.flatMap(named).slice(0, 1)
}

/** Whether a cell names the column of a block or watch list. */
export const isMarkHead = (cell: string | undefined): boolean => MARK_HEADS.test(bareHead(cell))
