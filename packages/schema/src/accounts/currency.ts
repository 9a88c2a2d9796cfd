/** The currency of all prices and expenses: the specification knows dollars alone (§5.11, §5.19). */
export const ACCOUNT_CURRENCY = 'USD'
