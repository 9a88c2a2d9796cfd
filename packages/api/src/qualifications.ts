import { IdFromText, wholeFromText } from '@desk/schema/ids/ids'
import {
  Qualification,
  QualificationFilters,
  QualificationOption,
  QualificationPrecode,
  QualificationText,
} from '@desk/schema/qualifications/qualification'
import {
  EditedQualification,
  NewQualificationForm,
  OPTIONS_MAX,
  QualificationChanges,
  QualificationOptionsForm,
  QualificationTextForm,
} from '@desk/schema/qualifications/qualification-form'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const uid = { uid: IdFromText }
const filters = QualificationFilters.fields
// the options of a text are read and replaced as one list
const optionsQuery = {
  ...pageQuery,
  limit: Schema.optionalKey(wholeFromText(1, OPTIONS_MAX)),
}
const many = Schema.Array(Qualification)
const options = Schema.Array(QualificationOption)
const changing = [NotFound, Conflict] as const

/**
 * Qualifications: api:T5, T6, Q1–Q13. Every user of the account reads them; admins and users with custom_qual_create write
 * (domain.md §8). Every account can read and copy those of the library; copying is an addition to the spec's calls.
 */
export class QualificationsApi extends HttpApiGroup.make('qualifications')
  .add(
    // with uid, that one only; without, the account's own and the library's, for the source editor
    HttpApiEndpoint.get('find', '/v1/qualifications', {
      query: { uid: Schema.optionalKey(IdFromText), ...filters, ...pageQuery },
      success: many,
      error: NotFound,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.get('optionsFor', '/v1/qualifications/qualification-options', {
      query: { ...uid, languages_id: IdFromText, country_id: IdFromText, search: filters.search, ...optionsQuery },
      success: options,
      error: NotFound,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.post('createFirst', '/v1/qualifications', {
      headers: onceHeaders,
      payload: NewQualificationForm,
      success: Qualification,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.put('replace', '/v1/qualifications', {
      query: uid,
      headers: onceHeaders,
      payload: EditedQualification,
      success: Qualification,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.delete('remove', '/v1/qualifications', {
      query: uid,
      success: HttpApiSchema.NoContent,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.get('list', '/v2/qualifications', { query: { ...filters, ...pageQuery }, success: many }).annotate(
      OpenTo,
      'read qualifications',
    ),
    HttpApiEndpoint.post('create', '/v2/qualifications', {
      headers: onceHeaders,
      payload: NewQualificationForm,
      success: Qualification,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.patch('change', '/v2/qualifications/:id', {
      params,
      headers: onceHeaders,
      payload: QualificationChanges,
      success: Qualification,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.post('addText', '/v2/qualification/:id/qualification-text', {
      params,
      headers: onceHeaders,
      payload: QualificationTextForm,
      success: QualificationText,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.get('options', '/v2/qualification-texts/:id/qualification-options', {
      params,
      query: optionsQuery,
      success: options,
      error: NotFound,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.get('ofText', '/v2/qualification-texts/:id/qualifications', {
      params,
      success: many,
      error: NotFound,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.put('replaceOptions', '/v2/qualification-texts/:id/qualification-options', {
      params,
      headers: onceHeaders,
      payload: QualificationOptionsForm,
      success: options,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
    HttpApiEndpoint.get('precode', '/v2/qualifications/:id/precode', {
      params,
      success: QualificationPrecode,
      error: NotFound,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.get('library', '/v2/qualifications-library', {
      query: { ...filters, ...pageQuery },
      success: many,
    }).annotate(OpenTo, 'read qualifications'),
    HttpApiEndpoint.post('copy', '/v2/qualifications-library/:id/copy', {
      params,
      headers: onceHeaders,
      success: Qualification,
      error: changing,
    }).annotate(OpenTo, 'write qualifications'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
