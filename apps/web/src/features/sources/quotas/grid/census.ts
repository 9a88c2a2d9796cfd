import type { Axis } from './bands.ts'
import { placesOf, type QuotaGrid } from './quota-grid.ts'
import { sumOf } from './spread.ts'

/** People of a country by age and gender, of a source that can be looked up. */
export interface Census {
  readonly label: string
  /** Who published it, and of which day. */
  readonly source: string
  readonly firstAge: number
  /** By year of age; the last number is of all older people. */
  readonly men: readonly number[]
  readonly women: readonly number[]
}

/** Residents of the United States on 1 July 2024: POPESTIMATE2024 of nc-est2024-agesex-res.csv, ages 18 to 84, then 85+. */
export const US_2024: Census = {
  label: 'Census: US, 2024',
  source: 'US Census Bureau, population estimates of July 1, 2024 (Vintage 2024)',
  firstAge: 18,
  men: [
    2_296_205, 2_282_142, 2_294_890, 2_274_154, 2_263_591, 2_307_779, 2_311_401, 2_273_585, 2_264_349, 2_261_932,
    2_276_939, 2_313_931, 2_360_996, 2_395_120, 2_439_207, 2_466_382, 2_466_010, 2_394_777, 2_347_897, 2_322_699,
    2_323_812, 2_313_028, 2_256_977, 2_281_929, 2_269_685, 2_230_545, 2_214_599, 2_114_981, 2_062_679, 2_027_390,
    1_954_823, 1_969_932, 1_927_166, 1_946_542, 2_038_621, 2_159_848, 2_120_463, 2_034_591, 1_983_793, 1_977_468,
    1_997_765, 2_058_368, 2_099_540, 2_088_565, 2_085_253, 2_068_780, 2_020_885, 1_966_346, 1_936_692, 1_885_438,
    1_782_940, 1_726_169, 1_646_984, 1_561_643, 1_486_706, 1_394_167, 1_312_584, 1_260_414, 1_217_874, 1_274_581,
    869_250, 813_749, 769_804, 754_156, 620_463, 532_352, 464_288, 2_414_013,
  ],
  women: [
    2_187_878, 2_175_020, 2_191_063, 2_174_632, 2_169_711, 2_214_180, 2_220_535, 2_193_067, 2_194_454, 2_205_166,
    2_219_410, 2_257_043, 2_299_194, 2_332_671, 2_386_418, 2_421_773, 2_426_217, 2_352_246, 2_306_669, 2_271_990,
    2_269_843, 2_267_111, 2_220_064, 2_248_766, 2_242_335, 2_208_071, 2_196_181, 2_109_822, 2_061_588, 2_038_781,
    1_967_259, 1_986_794, 1_947_800, 1_972_711, 2_060_421, 2_173_954, 2_138_781, 2_060_411, 2_017_453, 2_029_269,
    2_057_734, 2_143_076, 2_192_297, 2_194_527, 2_200_624, 2_196_358, 2_154_968, 2_117_906, 2_099_476, 2_063_658,
    1_977_874, 1_932_972, 1_866_165, 1_787_163, 1_715_269, 1_633_762, 1_551_048, 1_501_042, 1_454_489, 1_509_318,
    1_071_762, 1_020_847, 981_562, 976_906, 824_680, 728_127, 654_149, 4_021_130,
  ],
}

const MEN = new Set(['men', 'man', 'male', 'males'])
const WOMEN = new Set(['women', 'woman', 'female', 'females'])

const GENDERS = ['men', 'women'] as const
type Gender = (typeof GENDERS)[number]

const genderOf = (label: string): Gender | null => {
  const word = label.toLowerCase().replace(/ \(.*$/, '')
  if (MEN.has(word)) return 'men'
  return WOMEN.has(word) ? 'women' : null
}

const isAge = ({ name, bands }: Axis): boolean =>
  /\bage\b/i.test(name) && bands.every(({ condition }) => condition.in === undefined)

/** The people of each place of a grid, or why the census cannot tell. */
export function censusWeights(
  census: Census,
  grid: QuotaGrid,
): { readonly weights: readonly number[] } | { readonly why: string } {
  const age = grid.axes.find(isAge)
  const gender = grid.axes.find(axis => axis !== age && axis.bands.some(({ label }) => genderOf(label) !== null))
  const other = grid.axes.find(axis => axis !== age && axis !== gender)
  if (other !== undefined) return { why: `The census has age and gender, not ${other.name}.` }
  const unknown = gender?.bands.find(({ label }) => genderOf(label) === null)
  if (unknown !== undefined) return { why: `The census does not count ${unknown.label}.` }
  const last = census.firstAge + census.men.length - 1
  const off = age?.bands.find(
    ({ condition: { min = null, max = null } }) =>
      min === null || min < census.firstAge || min > last || (max !== null && max >= last),
  )
  if (off !== undefined)
    return {
      why: `The census has ages from ${census.firstAge} to ${last - 1}, and ${last}+; it cannot tell ${off.label}.`,
    }
  return {
    weights: placesOf(grid).map(({ conditions }) => {
      const range = conditions.find(({ param }) => param === age?.param)
      const band = gender?.bands.find(({ condition }) => conditions.includes(condition))
      const counted: readonly Gender[] =
        band === undefined ? GENDERS : GENDERS.filter(each => each === genderOf(band.label))
      const from = (range?.min ?? census.firstAge) - census.firstAge
      const to = range?.max == null ? census.men.length : range.max - census.firstAge + 1
      return counted.reduce((all, each) => all + sumOf(census[each].slice(from, to)), 0)
    }),
  }
}
