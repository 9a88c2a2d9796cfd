/** Respondents who completed a survey, as a part of a change. */
export const RETURNED = {
  cause: 'returned',
  from_code: 11,
  to_code: 30,
  rule: null,
  request: null,
  request_number: null,
  undoes_number: null,
} as const
