import { faultsOf } from '@desk/machines/form/form.fields'
import { expect, test } from 'vitest'
import { openValues, wireValues } from '#kit/forms/field-kinds.ts'
import { boostSent } from './boost-fields.ts'
import { sourceOptions } from './source-lists.ts'
import { newSource, sourceFields, sourceSchema, sourceWire, type SourceFacts } from './source-plan.ts'

const LISTS = { zones: [], countries: [], suppliers: [] }
const FACTS: SourceFacts = {
  type: 'diy',
  lists: LISTS,
  options: sourceOptions(LISTS, 0),
  seesSuppliers: true,
  seesSellPrice: false,
  mayBoost: true,
  storedPrice: null,
}
const BEGUN = newSource({ out_of_field_time_zone_code: 15 }, null)
const GIVEN = { ...BEGUN, stream_name: 'Mix', respondents: 100, supplier_cpi: '2.50', auto_boost: true }
const fieldsOf = (facts: SourceFacts) => sourceFields(facts).filter(({ name }) => name.startsWith('boost'))
const wireOf = (stored: object, facts = FACTS) =>
  sourceWire(wireValues(sourceFields(facts), openValues(sourceFields(facts), stored)), 3)
const faults = (stored: object, facts = FACTS) =>
  faultsOf(sourceSchema(facts), wireOf(stored, facts)).map(({ path, message }) => `${path.join('_')}: ${message}`)

test('only users with Auto-Boost who see the price say how it is raised, and not of a Lucid source (§6.8)', () => {
  expect([
    fieldsOf(FACTS).map(({ label }) => label),
    fieldsOf({ ...FACTS, mayBoost: false }),
    fieldsOf({ ...FACTS, seesSuppliers: false }),
    fieldsOf({ ...FACTS, type: 'lucid' }),
    faults(GIVEN, { ...FACTS, seesSuppliers: false }),
  ]).toEqual([['Step', 'Highest price', 'Minutes between steps'], [], [], [], []])
})

test('switched on it needs a step, a highest price from the supply price on, and whole minutes; switched off nothing', () => {
  const boost = { ...GIVEN, boost_step: '0.25', boost_cap: '2.50' }
  expect([
    faults(GIVEN),
    faults({ ...GIVEN, boost_step: 'x', boost_cap: '-1', boost_minutes: '1.5' }),
    faults({ ...boost, boost_cap: '2.49' }),
    faults(boost),
    faults({ ...GIVEN, auto_boost: false, boost_step: 'x', boost_cap: '' }),
  ]).toEqual([
    ['boost_step: Step is required', 'boost_cap: Highest price is required'],
    [
      'boost_step: Step must be from $0.01 to $200.00, with at most two decimals',
      'boost_cap: Highest price must be from $0.01 to $200.00, with at most two decimals',
      'boost_minutes: Minutes between steps must be a whole number from 15 to 10,080',
    ],
    ['boost_cap: Highest price must not be below the supply price'],
    [],
    [],
  ])
})

test('an option that is off is not sent', () => {
  const boost = { ...GIVEN, boost_step: '0.25', boost_cap: '3' }
  expect([boostSent(wireOf(boost)), boostSent(wireOf({ ...boost, auto_boost: false }))]).toEqual([
    { boost_step: 0.25, boost_cap: 3, boost_minutes: 60 },
    {},
  ])
})
