import type { BenchDatabase } from '../desk/database.ts'

export interface Sizes {
  readonly projects: number
  readonly sources: number
  readonly others: number
}

const SURVEYS_A_PROJECT = 1

/** Fills an account with so many projects, a survey each, sources spread over them, and as many suppliers and qualifications as `others` says; names are of a few words that repeat, as people's do. */
export async function fillLists(
  { asOwner }: BenchDatabase,
  accountId: number,
  { projects, sources, others }: Sizes,
): Promise<void> {
  const word = (list: string, by: string) => `(array[${list}])[1 + (${by}) % ${list.split(',').length}]`
  const things = `'Streaming','Snacks','Travel','Banking','Gaming','Fitness','Grocery','Mobility','Insurance','Skincare'`
  const kinds = `'habits','tracker','concept test','segmentation','usage','awareness','satisfaction'`
  const places = `'US','UK','Germany','France','Brazil','Japan','India','Spain','Italy','Canada','Mexico'`
  await asOwner(`
    set statement_timeout = 240000;
    begin;
    insert into project (account_id, name, number, status, target, sell_price_cents, created_at)
      select ${accountId}, ${word(things, 'n')} || ' ' || ${word(kinds, 'n / 10')} || ' wave ' || n % 40, 'P-' || n, 1 + n % 4, 300, 850, now() - n * interval '1 minute'
      from generate_series(1, ${projects}) n;
    insert into survey (account_id, project_id, name, status, target, survey_url, country_id, language_id)
      select account_id, project_id, ${word(things, 'project_id')} || ' ' || ${word(places, 'project_id')}, 1 + project_id % 4, 200, 'https://survey.example/s?id=[%RDUD%]', 840,
             (select language_id from language where iso = 'en')
      from project, generate_series(1, ${SURVEYS_A_PROJECT}) where account_id = ${accountId};
    insert into source (account_id, project_id, survey_id, name, type, status, target, supply_price_cents, test_token)
      select account_id, project_id, survey_id, ${word(places, 'survey_id + n')} || ' panel ' || n, 'diy', 1 + (survey_id + n) % 4, 100, 250, 'token-' || survey_id || '-' || n
      from survey, generate_series(1, ${Math.ceil(sources / (projects * SURVEYS_A_PROJECT))}) n where account_id = ${accountId};
    insert into supplier (account_id, name, supplier_cpi_cents) select ${accountId}, ${word(things, 'n')} || ' panels ' || n, 300 from generate_series(1, ${others}) n;
    insert into qualification (account_id, name, type_code, category_code, class_code, access_code, precode, universal_name)
      select ${accountId}, ${word(things, 'n')} || ' question ' || n, 1, 1, 1, 1, 'Q' || n, 'question ' || n from generate_series(1, ${others}) n;
    commit;
    analyze;`)
}
