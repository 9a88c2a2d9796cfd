import { may } from '@desk/schema/permissions/permissions'
import { askedId, askedPage } from '#identity/direct-reads/asked'
import type { DirectCall, DirectRead } from '#identity/direct-reads/direct-call'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { openTo } from '#kernel/http/contract-handlers'
import { BoundedStore } from '#kernel/lists/bounded-store'
import type { Page } from '#kernel/lists/page'
import { listSurveys, listVersions, type SurveyListQuery } from './survey-list.store.ts'

const MAX_BYTES = 16 * 1024 * 1024
const PATH = '/v1/surveys'

interface KeptList {
  readonly facts: string
  readonly body: Buffer
}

/**
 * A project's list of surveys (api:P5), encoded once for all viewers of an account with the same view; it has no figures, so it
 * is valid until the account's facts change.
 */
export function keptSurveyList(database: DeskDatabase): DirectRead {
  const lists = new BoundedStore<KeptList>(MAX_BYTES, ({ body }) => body.byteLength)

  function callFor(of: SurveyListQuery, page: Page): DirectCall {
    return {
      openTo: openTo('surveys', 'list'),
      versions: listVersions,
      async body({ accountId, user }, { facts }) {
        const withSellPrice = may(user, 'see the sell price')
        const key = [accountId, withSellPrice, of.projectId, of.state ?? 'all', page.limit, page.offset].join(' ')
        const kept = lists.get(key)
        if (kept?.facts === facts) return kept.body
        const surveys = await listSurveys(database, accountId, of, page, withSellPrice)
        if (!surveys) return null
        const body = Buffer.from(JSON.stringify(surveys))
        lists.set(key, { facts, body })
        return body
      },
    }
  }

  return (path, query) => {
    if (path !== PATH) return null
    const page = askedPage(query, ['pm_proj_ud', 'state'])
    const projectId = askedId(query.get('pm_proj_ud'))
    if (page === null || projectId === null) return null
    const asked = query.get('state') ?? 'all'
    if (asked === 'all') return callFor({ projectId }, page)
    const state = askedId(asked)
    return state === null ? null : callFor({ projectId, state }, page)
  }
}
