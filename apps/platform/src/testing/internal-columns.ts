/**
 * The fields that the plain external view never gets, as domain.md §4 has them: stated by hand, since a test that takes them from `HIDDEN_FROM_EXTERNAL` cannot notice
 * what that set lacks.
 */
export const INTERNAL_COLUMNS: readonly string[] = [
  // columns of §3.9–3.22
  'eqTerms',
  'sqTerms',
  'abandons',
  'inflight',
  'supplierCpi',
  'expense',
  // of how many completes these two are
  'pricedCompletes',
  // the supply price, how it is raised, and the suppliers of the account's own sources
  'supplier_cpi',
  'boost_step',
  'boost_cap',
  'boost_minutes',
  'suppliers',
  'supplier',
  // columns of reports that reveal them
  'margin',
  'margin_share',
  'drop_off',
  'epc',
  'expense_adjusted',
  'adjusted_completes',
  'adjusted_priced',
  'rejected_since',
  'reject_rate',
]
