import SCIMMY from 'scimmy'
import { GROUP_SCHEMA } from './directory-groups.ts'
import { USER_SCHEMA } from './scim-user.ts'

/** As many users are given at once. */
export const MOST_RESULTS = 200

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A list as directories read it. */
export const listOf = (resources: readonly unknown[], total = resources.length, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const providerConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of the account with the scope provision, as a bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const resourceType = (base: string, name: 'User' | 'Group', schema: string, description: string) => ({
  schemas: [RESOURCE_TYPE],
  id: name,
  name,
  endpoint: `/${name}s`,
  description,
  schema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

export const resourceTypes = (base: string) => [
  resourceType(base, 'User', USER_SCHEMA, 'Users of the account'),
  resourceType(base, 'Group', GROUP_SCHEMA, 'Roles of the account'),
]

/** The stored attributes of a user; the schema has more. */
const USED: Readonly<Record<string, readonly string[]>> = {
  [USER_SCHEMA]: ['userName', 'name', 'displayName', 'emails', 'active', 'groups'],
  [GROUP_SCHEMA]: ['displayName', 'members'],
}

export const schemas = (base: string) =>
  [SCIMMY.Schemas.User, SCIMMY.Schemas.Group].map(({ definition }) => {
    const described = definition.describe(`${base}/Schemas`)
    return {
      ...described,
      attributes: described.attributes.filter(({ name }: { name: string }) => USED[described.id]?.includes(name)),
    }
  })
