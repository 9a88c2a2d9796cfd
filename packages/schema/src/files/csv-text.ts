/** Spreadsheets read CSV as UTF-8 only after this mark. Files for people begin with it; files for machines do not. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** The characters that start a formula in a spreadsheet, full-width forms included (§9.11). */
export const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell in quotes where its text needs them. @param text safe for a spreadsheet already */
export const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
