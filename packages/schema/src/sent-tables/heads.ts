const ID_HEADS =
  /^(?:rdud|rud|id|rid|pid|uid|respondent|respondentid|respondentuid|transactionid|sessionid|panelistid|userid)$/
const MARK_HEADS = /^(?:fingerprints?|fp|address(?:es)?|ip|ipaddress|networks?|cidr|value)$/

/** A name of a column without what writers vary: 'Reason Code', 'reason_code'. */
export const bareHead = (text: string | undefined): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether a cell names the column of respondents' ids: then its row is a head, and no row of the list. */
export const isIdHead = (cell: string | undefined): boolean => ID_HEADS.test(bareHead(cell))

/** Whether a cell names the column of a block or watch list. */
export const isMarkHead = (cell: string | undefined): boolean => MARK_HEADS.test(bareHead(cell))
