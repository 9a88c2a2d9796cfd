import type { FigureField, LineDimension } from '../toolkit/figure-fields.ts'
import type { SearchScope } from '@desk/schema/search/search'

/** Words for one meaning. */
type Synonyms<Meaning extends string> = { readonly [M in Meaning]?: readonly string[] }

/** The words for figures. */
export const FIGURE_WORDS: Synonyms<FigureField> = {
  entrants: ['entrants', 'entrant', 'entries', 'starts', 'clicks', 'traffic'],
  completes: ['completes', 'completions', 'completed', 'interviews', 'comps'],
  terms: ['terms', 'terminates', 'screenouts', 'disqualified'],
  oQs: ['overquotas', 'overquota', 'oqs', 'oq', 'quotafulls'],
  abandons: ['abandons', 'abandoned', 'dropouts', 'drops'],
  inflight: ['inflight', 'unfinished'],
  eqTerms: ['eq', 'eqterms'],
  sqTerms: ['sq', 'sqterms'],
  ir: ['ir', 'incidence'],
  conversion: ['conversion', 'cr', 'converts'],
  loi: ['loi', 'length', 'duration', 'median'],
  supplierCpi: ['cpi', 'cpc'],
  expense: ['expense', 'expenses', 'cost', 'costs', 'spend', 'spent'],
  target: ['target', 'goal'],
  allocation: ['allocation'],
  revenue: ['revenue', 'earnings', 'sales', 'turnover'],
  margin: ['margin', 'profit'],
  drop_off: ['drop-off', 'dropoff'],
  epc: ['epc'],
  rejected_since: ['rejected', 'rejections'],
  reject_rate: ['reject', 'rejects', 'reject-rate'],
  revenue_adjusted: ['adjustments', 'adjustment', 'adjusted'],
}

/** The words for the dimension of an answer's lines; after “by”, “per” or “each”. */
export const DIMENSION_WORDS: Synonyms<LineDimension> = {
  project: ['project', 'projects'],
  survey: ['survey', 'surveys'],
  source: ['source', 'sources', 'stream', 'streams'],
  supplier: ['supplier', 'suppliers', 'vendor', 'vendors', 'panel', 'panels'],
  manager: ['manager', 'managers', 'consultant', 'consultants'],
  business_unit: ['unit', 'units'],
  country: ['country', 'countries', 'market', 'markets'],
}

/** The same of times, states and rules: words that must match exactly, since names are too like them. */
export const EXACT_DIMENSION_WORDS: Synonyms<LineDimension> = {
  month: ['month'],
  day: ['day'],
  hour: ['hour'],
  state: ['state', 'outcome'],
  reason: ['reason', 'rule'],
}

/** Words that name the dimension of lines by themselves. */
export const LONE_DIMENSION_WORDS: Synonyms<LineDimension> = { month: ['monthly'], day: ['daily'], hour: ['hourly'] }

/** The words that say what kind of thing a name is. */
export const SCOPE_WORDS: Readonly<Record<SearchScope, readonly string[]>> = {
  project: ['project'],
  survey: ['survey'],
  source: ['source', 'stream'],
  supplier: ['supplier', 'vendor', 'panel'],
  qualification: ['qualification'],
}

/** Words that ask for the first lines of an order. */
export const ORDER_WORDS: Readonly<Record<'most' | 'least', readonly string[]>> = {
  most: ['top', 'best', 'most', 'highest', 'biggest', 'largest'],
  least: ['lowest', 'worst', 'fewest', 'least', 'smallest', 'bottom', 'poorest'],
}

/** Words of study names that are one letter or two from a keyword. */
export const NAME_WORDS: ReadonlySet<string> = new Set(['tracker', 'trackers'])

export const BY_WORDS: readonly string[] = ['by', 'per', 'each', 'every']
export const THIS_WORDS: readonly string[] = ['this', 'here']

/** Words without a meaning of their own. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a about account all also am an and any are as at be been being but can could currently deliver delivered did do does error errors far for from get give ' +
    'gets got had has have how i in into is it its just let like look many me money much my named need no not now number numbers of off on ' +
    'one or our out over please rate see shall should show so some tell than that the their them then there these they those to ' +
    'total under until up us value want was we were what whats when where which will with would you your called overall whole business'
  ).split(' '),
)
