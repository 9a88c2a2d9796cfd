import type { TestLink } from '@desk/schema/sources/source-tests'

/** The parameters that the supplier fills in for each respondent. */
export function paramWords(params: TestLink['entry_params']): string {
  const named = params.map(({ param, name }) =>
    param === 'rid'
      ? 'rid (the supplier’s own id of the respondent)'
      : name === null || name.toLowerCase() === param.toLowerCase()
        ? param
        : `${param} (${name})`,
  )
  const [last = '', ...others] = named.toReversed()
  return `For each respondent the supplier fills in ${others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`}, each in place of its [%…%].`
}
