import { Option, Result, Schema } from 'effect'
import SCIMMY from 'scimmy'
import { badValue, type ScimFault, type ScimType } from './scim-fault.ts'
import { readUser, scimUser, wantedOf, type DirectoryUser, type WantedUser } from './scim-user.ts'

const MAX_OPERATIONS = 1_000
const MAX_PATH_LENGTH = 300

/** The operations of a PATCH, as they are sent. */
const Patch = Schema.Struct({
  schemas: Schema.Array(Schema.String),
  Operations: Schema.Array(
    Schema.Struct({
      op: Schema.String,
      path: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isMaxLength(MAX_PATH_LENGTH)))),
      value: Schema.optionalKey(Schema.Unknown),
    }),
  ).check(Schema.isMaxLength(MAX_OPERATIONS)),
})
export type Operation = (typeof Patch.Type)['Operations'][number]

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const decode = Schema.decodeUnknownOption(Patch)

/** The operations of a PATCH, each `op` in lower case. */
export function readPatch(body: unknown): Result.Result<readonly Operation[], ScimFault> {
  const patch = Option.getOrUndefined(decode(body))
  if (!patch || !patch.schemas.includes(PATCH_OP) || patch.Operations.length === 0)
    return Result.fail(badValue(`A PATCH holds ${PATCH_OP} with 1 to ${MAX_OPERATIONS} operations.`, 'invalidSyntax'))
  return Result.succeed(patch.Operations.map(({ op, ...rest }) => ({ ...rest, op: op.toLowerCase() })))
}

/** The attributes that a directory may set, by their lower-case names; others are taken and not stored. */
const SETTABLE: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  name: 'name',
  'name.givenname': 'name.givenName',
  'name.familyname': 'name.familyName',
  active: 'active',
}
const CORE_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i

const settable = (path: string): string | undefined => {
  const name = path.replace(CORE_PREFIX, '').toLowerCase()
  return Object.hasOwn(SETTABLE, name) ? SETTABLE[name] : undefined
}

/** Directories also send booleans as text: `"False"`. */
const normal = (path: string, value: unknown): unknown =>
  path === 'active' && typeof value === 'string' && /^(?:true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value

/** The operation on what can be set; undefined: it is on nothing of that. */
function known({ op, path, value }: Operation): object | undefined {
  if (path !== undefined && path !== null && path !== '') {
    const name = settable(path)
    return name === undefined
      ? undefined
      : { op, path: name, ...(value === undefined ? {} : { value: normal(name, value) }) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { op, value }
  const entries = Object.entries(value).flatMap(([key, of]): readonly (readonly [string, unknown])[] => {
    const name = settable(key)
    return name === undefined ? [] : [[name, normal(name, of)]]
  })
  return entries.length === 0 ? undefined : { op, value: Object.fromEntries(entries) }
}

/** Applies the operations of a PATCH to a user. */
export async function patched(
  user: DirectoryUser,
  operations: readonly Operation[],
): Promise<Result.Result<WantedUser, ScimFault>> {
  const present = scimUser(user, '')
  const ours = operations.flatMap(operation => known(operation) ?? [])
  try {
    const resource = new SCIMMY.Schemas.User(present, 'out', '')
    const changed =
      ours.length === 0
        ? undefined
        : await new SCIMMY.Messages.PatchOp({ schemas: [PATCH_OP], Operations: ours as never }).apply(
            resource,
            // the finaliser is asked for a plain object, and gives the patched resource
            instance => Promise.resolve(instance as unknown as Record<string, unknown>),
          )
    // undefined: nothing has changed
    const read = readUser(JSON.parse(JSON.stringify(changed ?? present)))
    if (!read) return Result.fail(badValue('A value is not of its attribute’s kind.'))
    const { userName } = read
    if (userName === undefined || userName === null) return Result.fail(badValue('userName cannot be removed.'))
    return Result.succeed(wantedOf(read))
  } catch (error) {
    return Result.fail(faultOf(error))
  }
}

/** The library's own refusals are of the sender; it throws TypeErrors for values of the wrong kind. */
function faultOf(error: unknown): ScimFault {
  if (error instanceof SCIMMY.Types.Error) return badValue(error.message, error.scimType as ScimType) // its names are the RFC's
  if (error instanceof TypeError) return badValue(error.message)
  throw error
}
