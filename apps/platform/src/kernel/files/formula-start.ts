/** The characters that start a formula in a spreadsheet, full-width forms included (§9.11). */
export const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
