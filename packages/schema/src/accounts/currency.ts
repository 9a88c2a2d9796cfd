/** The currency of all prices and expenses: the specification has dollars only (§5.11, §5.19). */
export const ACCOUNT_CURRENCY = 'USD'
