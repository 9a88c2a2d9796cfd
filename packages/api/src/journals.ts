import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { AskedInstant, IdFromText, wholeFromText } from '@desk/schema/ids/ids'
import {
  JournalLink,
  JournalLinkRequest,
  JournalLook,
  JournalPage,
  JournalSummary,
  LinkedJournalPage,
} from '@desk/schema/journal/journal-view'
import { JournalBatch, JournalId, JournalTaken } from '@desk/schema/journal/upload'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** Entries of one page of a journal. */
export const JOURNAL_PAGE_DEFAULT = 2_000
export const JOURNAL_PAGE_MAX = 5_000

const afterText = wholeFromText(0, GREATEST_ID)
const limitText = wholeFromText(1, JOURNAL_PAGE_MAX)
const SearchText = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
const Moment = AskedInstant.check(Schema.makeFilter(text => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST))

/**
 * Search by a user's name or username, an account, a part of a route or of an error's text, and a time; all given conditions must
 * match.
 */
export const JournalQuery = Schema.Struct({
  user: Schema.optionalKey(SearchText),
  account: Schema.optionalKey(IdFromText),
  route: Schema.optionalKey(SearchText),
  error: Schema.optionalKey(SearchText),
  from: Schema.optionalKey(Moment),
  to: Schema.optionalKey(Moment),
  ...pageQuery,
})

/** The token of a link is sent in the body, since URLs are logged (S4). */
export const JournalLinkOpening = Schema.Struct({
  token: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  after: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))),
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: JOURNAL_PAGE_MAX }))),
})

/** Journals: every signed-in user appends to their own; support (domain.md §8) searches and reads. */
export class JournalsApi extends HttpApiGroup.make('journals')
  .add(
    HttpApiEndpoint.post('append', '/v1/journals/:journal', {
      params: { journal: JournalId },
      payload: JournalBatch,
      success: JournalTaken,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('search', '/v1/journals', {
      query: JournalQuery,
      success: Schema.Array(JournalSummary),
    }).annotate(OpenTo, 'read journals'),
    HttpApiEndpoint.get('read', '/v1/journals/:journal', {
      params: { journal: JournalId },
      query: { after: Schema.optionalKey(afterText), limit: Schema.optionalKey(limitText) },
      success: JournalPage,
      error: NotFound,
    }).annotate(OpenTo, 'read journals'),
    HttpApiEndpoint.get('looks', '/v1/journals/:journal/looks', {
      params: { journal: JournalId },
      query: pageQuery,
      success: Schema.Array(JournalLook),
      error: NotFound,
    }).annotate(OpenTo, 'read journals'),
    HttpApiEndpoint.post('link', '/v1/journals/:journal/links', {
      params: { journal: JournalId },
      payload: JournalLinkRequest,
      success: JournalLink,
      error: NotFound,
    }).annotate(OpenTo, 'read journals'),
    HttpApiEndpoint.post('openLink', '/v1/journal-links', {
      payload: JournalLinkOpening,
      success: LinkedJournalPage,
      error: NotFound,
    }).annotate(OpenTo, 'read journals'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
