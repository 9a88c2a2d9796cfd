/** Prints the page in its present state. */
export const printPage = (): void => window.print()
