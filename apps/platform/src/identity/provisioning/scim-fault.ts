import { Data } from 'effect'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The detail of a 400 or 409, by RFC 7644 §3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** A refusal of a provisioning call. */
export class ScimFault extends Data.TaggedError('ScimFault')<{
  readonly status: number
  readonly detail: string
  readonly scimType?: ScimType
}> {}

/** The body of a refusal, as directories read it. */
export const faultBody = ({
  status,
  detail,
  scimType,
}: {
  readonly status: number
  readonly detail: string
  readonly scimType?: ScimType | undefined
}) => ({
  schemas: [ERROR],
  status: String(status),
  detail,
  ...(scimType === undefined ? {} : { scimType }),
})

export const badValue = (detail: string, scimType: ScimType = 'invalidValue'): ScimFault =>
  new ScimFault({ status: 400, detail, scimType })
